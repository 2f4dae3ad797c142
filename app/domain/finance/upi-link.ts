/**
 * A link that opens the payer's UPI app with everything filled in.
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
  // UPI apps read %20 for a space, not every one of them a plus sign.
  return `upi://pay?${fields.map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}
