/**
 * Builds a link that opens the payer's UPI app with all fields filled in.
 *
 * @param payee the UPI address and the name shown beside it
 * @param amountRupees whole rupees; null where the payer types the amount
 */
export function upiLink(payee: { address: string; name: string }, amountRupees: number | null, note: string): string {
  const fields = [
    ['pa', payee.address],
    ['pn', payee.name],
    ...(amountRupees === null ? [] : [['am', amountRupees.toFixed(2)]]),
    ['cu', 'INR'],
    ['tn', note],
  ];
  // All UPI apps decode %20 as a space, but not all of them decode a plus sign.
  return `upi://pay?${fields.map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}
