/** Runes everywhere; accessibility warnings are errors (see `npm run check`). */
export default { compilerOptions: { runes: true } };
