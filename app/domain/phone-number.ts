/** Returns the `tel:` link of a number in display format: '+91 98200 12345'. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** Message of docs/product.md, "Contact messages". */
export const notAPhoneNumber = 'Please enter a valid phone number';

/**
 * Whether text is a phone number (docs/product.md, "Contact messages"): after removing spaces, dashes and brackets, an
 * optional plus, a digit other than zero, and up to 16 digits in total.
 */
export const isPhoneNumber = (text: string): boolean => /^\+?[1-9]\d{0,15}$/.test(text.replace(/[\s\-()]/g, ''));
