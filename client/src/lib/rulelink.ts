/** The page of a rule: `BANG-26` is at /rules/bang#BANG-26.  A room's numbers begin with its sign. */
const SIGNS: Record<string, string> = { INT: "intrigo" };

export function ruleLink(rule: string): string {
  const sign = rule.split("-")[0] ?? "";
  return `/rules/${SIGNS[sign] ?? sign.toLowerCase()}#${rule}`;
}
