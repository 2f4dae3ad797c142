/** The sentence above a form or over a call of which a field breaks a rule (product.md section 5). */
export const fixErrors = 'Please fix the validation errors above';
