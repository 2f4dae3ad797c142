/**
 * Folds text for comparison, stored text (`search_brand`) and search terms alike, so that case
 * never matters, in any script, whatever the server's locale.
 *
 * Folds by way of upper case, because it unifies what lower case alone keeps apart ('ß' and 'SS', 'ﬁ' and 'FI'); lower
 * case is applied before it too, for the capital 'ẞ' that has no other upper case. Variants of one letter are then
 * unified (final and inner sigma, dotted and plain i). Control characters are removed, because the full-text index
 * stops at a NUL, and so are lone surrogates, which a database cannot store.
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
