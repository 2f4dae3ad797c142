import { trapName } from '~/domain/messages/limits';

/**
 * A field that no person sees and machines fill in. Who fills it in all the same, in a text browser or by a browser's
 * own help, loses nothing: what they send is only set apart.
 */
export function TrapField() {
  return (
    <p className="vh" aria-hidden="true">
      <label>
        Please leave this field empty <input name={trapName} tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}
