/**
 * Folds text for comparison, both stored text (`search_brand`) and search terms, so that case never matters, in any
 * script and in any locale of the server.
 *
 * Folds by way of upper case, because it unifies what lower case alone keeps apart ('ß' and 'SS', 'ﬁ' and 'FI'); lower
 * case is applied before it too, for the capital 'ẞ', which has no other upper case. Then unifies variants of a letter
 * (final and inner sigma, dotted and plain i). Removes control characters, because the full-text index stops at a NUL,
 * and lone surrogates, which a database cannot store.
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
