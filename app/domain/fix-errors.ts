/** The sentence above a form or over a call of which a field breaks a rule (docs/product.md, "Forms"). */
export const fixErrors = 'Please fix the validation errors above';
