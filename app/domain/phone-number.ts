/** A link that calls a number as it is written for people: '+91 98200 12345'. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** The sentence of docs/product.md, "Contact messages". */
export const notAPhoneNumber = 'Please enter a valid phone number';

/**
 * Whether text is a phone number (docs/product.md, "Contact messages"): without spaces, dashes and brackets, an optional plus, a digit
 * that is not zero, and up to 16 digits in all.
 */
export const isPhoneNumber = (text: string): boolean => /^\+?[1-9]\d{0,15}$/.test(text.replace(/[\s\-()]/g, ''));
