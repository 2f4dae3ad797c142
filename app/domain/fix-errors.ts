/** Message above a form, or in an API response, when a field is invalid (docs/product.md, "Forms"). */
export const fixErrors = 'Please fix the validation errors above';
