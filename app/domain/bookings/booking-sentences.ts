/** Messages about a booking, the same on every page (docs/product.md, "Bookings"). */
export const bookingStarted = (vehicle: string): string => `Booking process for ${vehicle} initiated!`;

/** Subject of a booking's contact message, and of the contact form that is prefilled for a visitor. */
export const bookingSubject = (vehicle: string): string => `Booking: ${vehicle}`;

export const notYetOnSale = (vehicle: string): string => `${vehicle} is coming soon and can't be booked yet.`;
export const alreadySold = (vehicle: string): string => `${vehicle} is already sold.`;
export const ownOffer = 'You cannot book what you offer yourself.';
export const nothingToBook = 'This vehicle is no longer here.';
