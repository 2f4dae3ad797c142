/** Message of docs/product.md, "Rate limits"; minutes are rounded up. */
export function tooManyAttempts(retryAfterSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  return `Too many attempts. Please try again in ${minutes} minutes.`;
}
