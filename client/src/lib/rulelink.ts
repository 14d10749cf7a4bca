/** The page of a rule: `BANG-26` is at /rules/bang#BANG-26.  The page knows the games by their signs. */
export function ruleLink(rule: string): string {
  const sign = rule.split("-")[0] ?? "";
  return `/rules/${sign.toLowerCase()}#${rule}`;
}
