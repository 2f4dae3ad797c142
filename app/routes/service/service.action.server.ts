import {
  cancelService,
  changeService,
  ownedServiceRequest,
  requestService,
} from '~/domain/services/service.commands.server';
import { decodeServiceForm } from '~/domain/services/service.schema.server';
import { checkInput, runCommand } from '~/domain/shared/command.server';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { idempotentForm, runCommandOnce } from '~/domain/shared/idempotency.server';
import { rejectionOf, seeOther } from '~/http/form-response.server';
import { readOwnForm } from '~/http/own-form.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { requestFormValues } from './service.loader.server';

/** Takes the booking form, a change of one's own request, or its cancellation. */
export async function takeService(request: Request, runtime: Runtime, address: string): Promise<Response> {
  const id = new URL(request.url).searchParams.get('request');
  const form = await readOwnForm(request, runtime, address, paths.service(id === null ? {} : { request: id }));
  if (form instanceof Response) return form;
  const { fields, formValues, idempotencyKey, actor, now, reject } = form;
  const context = { db: runtime.db, actor, now };

  if (fields.get('intent') === 'cancel') {
    const cancelled = { id: fields.get('id') ?? '' };
    const result = await commitWithOthers(runtime.db, () => runCommand(cancelService, cancelled, context));
    if (!result.ok) throw rejectionOf(result.error);
    return seeOther(request, paths.service(), { flash: 'service-cancelled' });
  }

  if (id !== null) {
    const decoded = { ...decodeServiceForm(formValues, 'null'), id, version: Number(fields.get('version')) };
    const input = checkInput(changeService, decoded, now);
    if (!input.ok) return reject(input.error);
    const idempotentRequest = idempotentForm(idempotencyKey, { ...formValues, id });
    const result = await commitWithOthers(runtime.db, () =>
      runCommandOnce(changeService, input.value, context, idempotentRequest),
    );
    if (result.ok) return seeOther(request, paths.service(), { flash: 'service-changed' });
    const owned = ownedServiceRequest(id, context);
    // Whoever was told of a change in the meantime sees both, and goes on from that change.
    return result.error.kind === 'conflict' && owned.ok
      ? reject(result.error, String(owned.value.request.version), requestFormValues(owned.value.request))
      : reject(result.error);
  }

  const input = checkInput(requestService, decodeServiceForm(formValues, 'absent'), now);
  if (!input.ok) return reject(input.error);
  const idempotentRequest = idempotentForm(idempotencyKey, formValues);
  const result = await commitWithOthers(runtime.db, () =>
    runCommandOnce(requestService, input.value, context, idempotentRequest),
  );
  return result.ok ? seeOther(request, paths.service(), { flash: 'service-requested' }) : reject(result.error);
}
