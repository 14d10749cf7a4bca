import { describe, expect, it } from "vitest";
import { plain } from "./plaintext";
import { numbers, printed } from "./rulebook";

const FILES = import.meta.glob<string>("../../../src/parlour/games/*/RULES*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const words = { examples: "Examples", table: "Table" };
const rooms = [...new Set(Object.keys(FILES).map((path) => path.split("/").at(-2)!))];

describe.each(rooms)("the rulebook of %s", (room) => {
  const books = ["RULES.md", "RULES.ru.md"].map(
    (file) => Object.entries(FILES).find(([path]) => path.endsWith(`/${room}/${file}`))![1],
  );
  it("has an anchor for every number, once, in both languages", () => {
    const [english, russian] = books.map((text) => printed(text, () => [], words));
    expect(english!.rules.length).toBeGreaterThan(20);
    expect(russian!.rules).toEqual(english!.rules);
    for (const book of [english!, russian!])
      for (const rule of book.rules)
        expect(book.html.split(`id="${rule}"`).length - 1, rule).toBe(1);
  });
  it("leaves no Markdown standing", () => {
    for (const text of books) expect(printed(text, () => [], words).html).not.toContain("**");
  });
});

const TEXT = `# Title

See ONE-A1 and TWO-3.

## Rules

* **ONE-1** First & *best*, see ONE-2.
* **ONE-2** Second

| ruling | question | answer | source |
|---|---|---|---|
| ONE-A1 | Why? | Because of ONE-1. | us |

| a | b |
|---|---|
| 1 | 2 |
`;

describe("printing", () => {
  const book = printed(
    TEXT,
    (rule) => (rule === "ONE-2" ? [{ href: "/learn/one/x", title: "A <scene>" }] : []),
    words,
  );
  it("knows the numbers that have a place", () => {
    expect(numbers(TEXT)).toEqual(["ONE-1", "ONE-2", "ONE-A1"]);
  });
  it("links mentions of rules that exist and no others", () => {
    expect(book.html).toContain('See <a data-rule="ONE-A1" href="/rules/one#ONE-A1">ONE-A1</a>');
    expect(book.html).toContain("and TWO-3.");
    expect(book.html).toContain("First &amp; <em>best</em>, see <a data-rule=");
  });
  it("puts examples beside their rule", () => {
    expect(book.html).toMatch(/id="ONE-2".*Second<details.*A &lt;scene&gt;/s);
    expect(book.html.split("<details").length).toBe(2);
  });
  it("makes items of rulings and keeps other tables", () => {
    expect(book.html).toMatch(/<li id="ONE-A1".*<strong>Why\?<\/strong><p>Because of <a/s);
    expect(book.html).toContain('<th scope="col">a</th>');
  });
  it("lists the chapters without the title", () => {
    expect(book.chapters).toEqual([{ id: "chapter-1", title: "Rules", depth: 2 }]);
  });
});

it("searches as people type", () => {
  expect(plain("Ещё Ёлка")).toBe("еще елка");
});
