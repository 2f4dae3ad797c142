import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { chooseShortcuts, hasShortcuts } from '~/domain/desk/shortcuts.server';
import { deskPaths } from '~/paths';
import { createFormAction } from '~/submit/form.server';
import { allowTeam, requireDesk } from '../access.server';

export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route);
  return json({ isOn: hasShortcuts(runtime.db, operator.id) });
}

export const action = createFormAction({
  access: allowTeam('read'),
  command: chooseShortcuts,
  decode: ({ fields }) => ({ isOn: fields.get('isOn') === 'true' }),
  onSuccess: () => ({ to: deskPaths.shortcuts(), flash: 'desk-done' }),
  redisplay: () => ({}),
});
