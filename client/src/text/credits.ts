/** Whose work is in the page and in the server; loaded with the credits. */
export type Thing = { name: string; by: string; link: string; licence: string };

const OFL = "SIL OFL 1.1";
const github = (path: string) => `https://github.com/${path}`;

export const ICONS: Thing[] = [
  { name: "Game-icons.net", by: "", link: "https://game-icons.net", licence: "CC BY 3.0" },
  { name: "Lucide", by: "Lucide Contributors", link: "https://lucide.dev", licence: "ISC" },
];
export const FONTS: Thing[] = [
  {
    name: "Golos Text",
    by: "The Golos Text Project Authors",
    link: github("googlefonts/golos-text"),
    licence: OFL,
  },
  {
    name: "Playfair Display",
    by: "The Playfair Display Project Authors",
    link: github("clauseggers/Playfair-Display"),
    licence: OFL,
  },
  { name: "Forum", by: "Denis Masharov", link: github("google/fonts"), licence: OFL },
  {
    name: "Philosopher",
    by: "The Philosopher Project Authors",
    link: github("alexeiva/philosopher"),
    licence: OFL,
  },
  {
    name: "Poiret One",
    by: "The Poiret One Project Authors",
    link: github("alexeiva/poiretone"),
    licence: OFL,
  },
];
export const PAGE: Thing[] = [
  { name: "Svelte", by: "", link: "https://svelte.dev", licence: "MIT" },
  {
    name: "intl-messageformat",
    by: "FormatJS",
    link: "https://formatjs.github.io",
    licence: "BSD-3-Clause",
  },
  { name: "marked", by: "", link: github("markedjs/marked"), licence: "MIT" },
  { name: "uqr", by: "Anthony Fu", link: github("unjs/uqr"), licence: "MIT" },
  { name: "ZzFX", by: "Frank Force", link: github("KilledByAPixel/ZzFX"), licence: "MIT" },
];
export const HOUSE: Thing[] = [
  { name: "Python", by: "", link: "https://www.python.org", licence: "PSF-2.0" },
  { name: "Litestar", by: "", link: "https://litestar.dev", licence: "MIT" },
  {
    name: "msgspec",
    by: "Jim Crist-Harif",
    link: github("jcrist/msgspec"),
    licence: "BSD-3-Clause",
  },
  { name: "uvicorn", by: "", link: "https://www.uvicorn.org", licence: "BSD-3-Clause" },
  { name: "structlog", by: "", link: "https://www.structlog.org", licence: "MIT, Apache-2.0" },
  {
    name: "prometheus-client",
    by: "",
    link: github("prometheus/client_python"),
    licence: "Apache-2.0",
  },
  { name: "secure", by: "", link: github("TypeError/secure"), licence: "MIT" },
  { name: "segno", by: "Lars Heuer", link: github("heuer/segno"), licence: "BSD-3-Clause" },
  { name: "Babel", by: "", link: "https://babel.pocoo.org", licence: "BSD-3-Clause" },
  { name: "asyncpg", by: "", link: github("MagicStack/asyncpg"), licence: "Apache-2.0" },
];
