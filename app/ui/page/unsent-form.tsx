import type { UnsentForm } from '~/domain/shared/unsent-form';
import { HiddenFields, formatLabel, TextAreaField } from '../forms/field';
import { Button } from '../primitives/button';

/** `contactInfo.name` is 'Contact info name'. */
const toLabel = (name: string): string =>
  formatLabel(name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('.', '-'));

/** What was typed, to be sent again or copied. Stylesheet `field`, which every screen with a form has. */
export function UnsentFormSection({ unsent: { action, texts, hidden, canBeSentAgain } }: UnsentForm) {
  return (
    <section className="section" aria-labelledby="typed">
      <form method="post" action={action} className="stack">
        <h2 id="typed">What you typed</h2>
        <HiddenFields fields={hidden} />
        {Object.entries(texts).map(([name, text]) => (
          <TextAreaField key={name} name={name} label={toLabel(name)} value={text} rows={text.length > 100 ? 8 : 1} />
        ))}
        {canBeSentAgain && (
          <p>
            <Button kind="primary">Send it again</Button>
          </p>
        )}
      </form>
    </section>
  );
}
