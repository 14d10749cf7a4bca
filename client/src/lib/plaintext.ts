/** For searching: small letters, and `ё` is `е`, as people type. */
export function plain(text: string): string {
  return text.toLocaleLowerCase().replaceAll("ё", "е");
}
