import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { hasFreshPassword } from '~/domain/accounts/fresh-password';
import { findPeople, validateContact } from '~/domain/people/person.server';
import { mayUse } from '~/domain/shared/permissions';
import { invalid, ok } from '~/domain/shared/result';
import { deskPaths } from '~/paths';
import { createFormAction, createFormActions } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { showUnfinishedForm } from '~/submit/form-response.server';
import { allowTeam, confirmPassword, requireDesk } from '../../access.server';

export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route);
  const mayTakeFile = mayUse(operator, 'customers-csv');
  return json({
    mayTakeFile,
    needsPassword: mayTakeFile && !hasFreshPassword(operator, runtime.clock()),
    unfinished: showUnfinishedForm(route.request, runtime),
  });
}

const forms = {
  find: createFormAction({
    access: allowTeam('read'),
    values: selectFields(['intent', 'contact']),
    run({ values, runtime }) {
      const { contact = '' } = values;
      const reason = validateContact(contact);
      if (reason) return invalid({ contact: reason });
      const [person] = findPeople(runtime.db, contact);
      return person ? ok(person) : invalid({ contact: { code: 'contact_unknown' } });
    },
    onSuccess: ({ id }) => ({ to: deskPaths.person(id) }),
    redisplay: () => ({}),
  }),
  file: createFormAction({
    access: { ...allowTeam('customers-csv'), confirm: confirmPassword },
    values: selectFields(['intent']),
    run: () => ok(null),
    onSuccess: () => ({ to: deskPaths.customersFile() }),
    redisplay: () => ({}),
  }),
};

export const action = createFormActions(({ fields }) => (fields.get('intent') === 'file' ? 'file' : 'find'), forms);
