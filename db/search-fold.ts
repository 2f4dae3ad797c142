/**
 * Folds text for substring search: the same for what is stored (`search_name`, `search_brand`) and for what is asked,
 * so that case never matters, in any script, whatever the server's locale.
 *
 * Through upper case, because it writes out what lower case alone keeps apart ('ß' and 'SS', 'ﬁ' and 'FI'); lower case
 * comes before it too, for the capital 'ẞ' that has no other upper case. Then the forms of one letter become one (final
 * and inner sigma, dotted and plain i). Control characters go, because the full-text index stops at a NUL, and so do
 * halves of surrogate pairs, which no database can hold.
 *
 * @returns folded text in Unicode NFC; folding it again changes nothing
 */
export function foldForSearch(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('i\u0307', 'i')
    .normalize('NFC');
}
