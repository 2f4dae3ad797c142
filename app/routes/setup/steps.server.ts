import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { readLook } from '~/domain/content/look.server';
import { makeBackup } from '~/domain/desk/backup.server';
import { changeSetting, readSetting } from '~/domain/desk/shop-settings.server';
import { finishSetup, setupClosed } from '~/domain/setup/setup.commands.server';
import { findSetup } from '~/domain/setup/setup-state.server';
import { formatRecent, formatTimestamp, hourMs } from '~/domain/shared/dates';
import { requirePermission } from '~/domain/shared/permissions';
import { err, type Result } from '~/domain/shared/result';
import { findNewestImports } from '~/domain/stock/imports.server';
import { hideSamples } from '~/domain/stock/stock.commands.server';
import { findSamples } from '~/domain/stock/stock.queries.server';
import type { SignedInUser } from '~/domain/shared/actor';
import { getActor } from '~/http/actor.server';
import { createRejection, redirectToSignIn, seeOther } from '~/http/responses.server';
import { deskPaths, setupPaths } from '~/paths';
import { createFormAction, createFormActions, findIntent, type FormPost, renameFields } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';

const steps = [2, 3, 4] as const;

function allowOwner({ actor, runtime }: Pick<FormPost, 'actor' | 'runtime'>): Result<SignedInUser> {
  const setup = findSetup(runtime.db);
  if (setup.kind !== 'begun') return err(setupClosed);
  const owner = requirePermission(actor, 'shop');
  if (!owner.ok) return owner.error.kind === 'unauthenticated' ? owner : err(setupClosed);
  return owner.value.id === setup.ownerId ? owner : err(setupClosed);
}

/** Other users do not learn more than that there is no such page. */
export function loader({ request, params, context: { runtime } }: LoaderFunctionArgs) {
  const { db, clock, settings } = runtime;
  const step = steps.find((number) => String(number) === params.step);
  if (step === undefined) throw createRejection(setupClosed);
  if (findSetup(db).kind === 'open') throw seeOther(request, setupPaths.begin());
  const allowed = allowOwner({ actor: getActor(request, runtime), runtime });
  if (!allowed.ok) {
    throw allowed.error.kind === 'unauthenticated'
      ? redirectToSignIn(request, setupPaths.step(step))
      : createRejection(allowed.error);
  }
  const now = clock();
  const samples = findSamples(db, { areHidden: false });
  const { every, folder } = settings.backups;
  return json({
    step,
    samples: { vehicles: samples.vehicles.length, listings: samples.listings.length },
    imports: findNewestImports(db, ['stock'])
      .slice(0, 3)
      .map(({ id, fileName, state, createdAt }) => ({
        ...{ id, fileName, state },
        when: formatRecent(new Date(createdAt), now),
      })),
    look: { colour: readLook(db).colour, version: readSetting(db, 'look').version },
    mail: {
      server: settings.mail?.server.host ?? null,
      from: settings.mail?.from.address ?? null,
      hasOrigin: settings.origin !== null,
    },
    backup: {
      isPossible: runtime.backUp !== null,
      folder,
      everyHours: every === null ? null : Math.round((every / hourMs) * 10) / 10,
      newest: runtime.newestBackup && formatTimestamp(runtime.newestBackup),
    },
  });
}

const ownColour = 'own';

const access = { check: allowOwner, signIn: ({ url }: FormPost) => url.pathname };

const forms = {
  'hide-samples': createFormAction({
    access,
    command: hideSamples,
    decode: () => ({ isHidden: true }),
    onSuccess: () => ({ to: setupPaths.step(2) }),
    redisplay: null,
  }),
  look: createFormAction({
    access,
    values: selectFields(['intent', 'version', 'colour', ownColour]),
    command: changeSetting,
    decode({ values }) {
      const colour = values.colour === ownColour ? values.own : values.colour;
      return { name: 'look', value: { colour }, ...(values.version && { version: Number(values.version) }) };
    },
    onSuccess: () => ({ to: setupPaths.step(4) }),
    redisplay: (_post, error) => ({ error: renameFields(error, { 'value.colour': ownColour, colour: ownColour }) }),
  }),
  backup: createFormAction({
    access,
    run: ({ runtime }) => makeBackup(runtime.backUp),
    onSuccess: () => ({ to: setupPaths.step(4) }),
    redisplay: () => ({}),
  }),
  finish: createFormAction({
    access,
    command: finishSetup,
    decode: () => ({}),
    onSuccess: () => ({ to: deskPaths.today() }),
    // Pressed twice.
    forgive: ({ kind }) => (kind === 'not-found' ? { to: deskPaths.today() } : null),
    redisplay: null,
  }),
};

export const action = createFormActions(({ fields }) => findIntent(forms, fields.get('intent')), forms);
