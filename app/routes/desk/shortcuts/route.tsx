import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { sections } from '~/ui/desk/sections';
import { HiddenFields } from '~/ui/forms/field';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Keyboard shortcuts', 'The keys of the desk, and how to turn them off.');

/** Keys pressed after each other, and what they do (app/ui/enhance/shortcuts.ts). */
const shortcuts: readonly { keys: readonly string[]; text: string }[] = [
  ...sections.map(({ key, text }) => ({ keys: ['g', key], text: `Go to ${text}` })),
  { keys: ['/'], text: 'Find' },
  { keys: ['j'], text: 'Next row of the list' },
  { keys: ['k'], text: 'Row before' },
  { keys: ['Enter'], text: 'Open the row' },
  { keys: ['x'], text: 'Tick the row, or take its tick away' },
  { keys: ['e'], text: 'Done: the ticked rows, or this one. Listings of riders are approved' },
  { keys: ['1'], text: 'Put in the first saved reply; up to 9' },
  { keys: ['Ctrl + Enter'], text: 'Send and next, while writing an answer' },
  { keys: ['u'], text: 'Undo what was just done' },
  { keys: ['?'], text: 'This list' },
];

/** The list also reads without script (docs/product.md, "Keyboard shortcuts"). */
export default function Shortcuts() {
  const { isOn } = useLoaderData<typeof loader>();
  return (
    <DeskPage title="Keyboard shortcuts" back={{ text: 'Today', href: deskPaths.today() }}>
      <div className="stack">
        <form method="post" className="row">
          <HiddenFields fields={{ isOn: isOn ? 'false' : 'true' }} />
          <span>{isOn ? 'They are on for your account.' : 'They are off for your account.'}</span>
          <Button>{isOn ? 'Turn them off' : 'Turn them on'}</Button>
        </form>
        <table className="entry-table">
          <thead>
            <tr>
              <th>Keys</th>
              <th>What they do</th>
            </tr>
          </thead>
          <tbody>
            {shortcuts.map(({ keys, text }) => (
              <tr key={text}>
                <th scope="row">
                  {keys.map((key, position) => (
                    <Fragment key={key}>
                      {position > 0 && ' then '}
                      <kbd>{key}</kbd>
                    </Fragment>
                  ))}
                </th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="note">
          They work in browsers with script, and never while you are in a field; only Ctrl + Enter works there.
        </p>
      </div>
    </DeskPage>
  );
}
