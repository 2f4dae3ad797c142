import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';

/**
 * The `shouldRevalidate` of a screen with a form: an answer to the form says all that has changed; asking for the form
 * again would only make another submission id.
 */
export const unlessPosted = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  formMethod?.toUpperCase() !== 'POST' && defaultShouldRevalidate;
