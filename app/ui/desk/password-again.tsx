import { freshPasswordMinutes } from '~/domain/accounts/account';
import { TextField } from '../forms/field';

/** The own password, asked again before something that cannot be taken back, or that takes personal data away. */
export const PasswordAgain = ({ error }: { error: string | undefined }) => (
  <TextField
    name="password"
    label="Your password"
    type="password"
    autoComplete="current-password"
    help={`It counts for ${freshPasswordMinutes} minutes.`}
    error={error}
  />
);
