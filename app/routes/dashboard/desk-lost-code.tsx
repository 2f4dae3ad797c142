import { issuedCodeMinutes } from '~/domain/accounts/account';
import type { IssuedCode } from '~/domain/desk/lost-codes.server';
import { paths } from '~/paths';
import { TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { OneTimeCode } from '~/ui/page/one-time-code';
import { Button } from '~/ui/primitives/button';
import { type DeskActionData, ConfirmPasswordField } from './desk-parts';

type LostCodeFormProps = {
  of: 'recovery-code' | 'manage-code';
  /** The listing that the operator came from; null without one. */
  about: string | null;
  needsPassword: boolean;
  rejected: DeskActionData | undefined;
  issued: IssuedCode | undefined;
};

const copy = {
  'recovery-code': {
    text: `With it and their email a person sets a new password, once, within ${issuedCodeMinutes} minutes. First make sure who asks: call the phone in the profile, or ask what only they can know.`,
    button: 'Issue a recovery code',
    shown: `Pass it on by voice, or hand it over. It works once, for ${issuedCodeMinutes} minutes, at /recover.`,
  },
  'manage-code': {
    text: 'For a seller without an account who lost the code. The old code stops working, also in the seller’s own browser. First make sure who asks: by the photos, the papers, the number plate.',
    button: 'Issue a new code',
    shown: 'Pass it on by voice, or hand it over. It opens all listings of the code that was lost.',
  },
} as const;

/** Issues a new code to a user who lost theirs. The operator's reason is logged. */
export function LostCodeForm({ of, about, needsPassword, rejected, issued }: LostCodeFormProps) {
  const { text, button, shown } = copy[of];
  const field = (name: string) => ({
    name,
    value: rejected?.values[name],
    error: rejected?.errors[name],
    required: true,
  });
  return (
    <div className="columns">
      {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      {issued && (
        <OneTimeCode
          title={`Code for ${issued.name}`}
          code={issued.code}
          file={{ name: 'dopahiya-code.txt', lines: [issued.code, shown] }}
        >
          Shown only now. {shown}
        </OneTimeCode>
      )}
      <form method="post" action={paths.desk({ show: of })} className="stack" noValidate>
        <p>{text}</p>
        {of === 'recovery-code' ? (
          <TextField {...field('email')} label="Email of the account" type="email" />
        ) : (
          <TextField
            {...field('listing')}
            value={rejected?.values.listing ?? about ?? undefined}
            label="Listing"
            help="Its link, or its id"
          />
        )}
        <TextField {...field('reason')} label="Reason" help="How you know who asks. It is logged." />
        {needsPassword && !issued && <ConfirmPasswordField what="issue a code" error={rejected?.errors.password} />}
        <p>
          <Button kind="primary" busyText="Issuing...">
            {button}
          </Button>
        </p>
      </form>
    </div>
  );
}
