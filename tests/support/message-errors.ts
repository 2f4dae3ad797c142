/** Each rule of a contact message (docs/product.md, "Contact messages"): a field, an invalid value, and its message. */
export const messageErrors: [field: string, value: string, message: string][] = [
  ['name', '', 'Name is required'],
  ['name', ' A ', 'Name must be at least 2 characters'],
  ['email', '', 'Email is required'],
  ['email', 'asha@example', 'Please enter a valid email address'],
  ['email', 'as ha@example.com', 'Please enter a valid email address'],
  ['phone', '0123', 'Please enter a valid phone number'],
  ['phone', 'call me', 'Please enter a valid phone number'],
  ['phone', '12345678901234567', 'Please enter a valid phone number'],
  ['subject', '', 'Subject is required'],
  ['subject', 'Ride', 'Subject must be at least 5 characters'],
  ['message', ' ', 'Message is required'],
  ['message', 'Hello', 'Message must be at least 10 characters'],
];
