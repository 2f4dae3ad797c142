/** What an address under `/api` that no call has is answered with, whatever it is asked. */
export const noSuchCall = 'There is no such call.';
