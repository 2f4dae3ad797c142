/** What scripts say when a request got no answer (product.md section 8). What was typed stays where it is. */
export const networkFailure =
  'Network error: Please check your internet connection and ensure the backend server is running.';
