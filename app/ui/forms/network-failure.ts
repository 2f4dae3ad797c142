/** What scripts say when a request got no answer (docs/product.md, "Forms"). What was typed stays where it is. */
export const networkFailure =
  'Network error: Please check your internet connection and ensure the backend server is running.';
