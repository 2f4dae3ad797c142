import { z } from 'zod';
import { settingForms } from '~/domain/desk/shop-settings';
import { changeSetting, getSettingPermission, readSetting } from '~/domain/desk/shop-settings.server';
import { seenVersion } from '~/domain/shared/fields.server';
import { requirePermission } from '~/domain/shared/permissions';
import type { AppError } from '~/domain/shared/result';
import { getActor } from '~/http/actor.server';
import { type SettingName, settingNames } from '~db/enums';
import { defineEndpoint, type Endpoint, idParam, jsonBody, noInput, team } from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { respondWithData, respondWithError, respondWithItem } from '../respond.server';
import { count } from '../schemas.server';

const listed = z.object({
  name: z.enum(settingNames),
  title: z.string(),
  version: count.meta({ description: '0 for the default.' }),
});
/** The command checks it by the name of the setting. */
const settingValue = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]);
const setting = listed
  .extend({ value: settingValue.meta({ description: 'As `PUT` takes it.' }) })
  .meta({ id: 'ShopSetting' });

const example = {
  name: 'safety',
  title: 'Safety advice',
  version: 3,
  value: { advice: ['Meet by day in a public place.'] },
} as const;

const isSettingName = (name: string): name is SettingName => settingNames.some((one) => one === name);

const unknownSetting: AppError = { kind: 'not-found', code: 'setting_not_found' };

const all = { ...noInput, subject: 'shop', access: team('texts') } as const;
const single = {
  ...all,
  path: '/desk/shop/{id}',
  params: idParam,
  rejections: { 404: ['setting_not_found'] },
} as const;

export const shopEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'listShopSettings',
    method: 'GET',
    path: '/desk/shop',
    summary: 'List what can be changed of the shop',
    response: {
      status: 200,
      data: z.object({ settings: z.array(listed) }),
      example: { settings: [{ name: example.name, title: example.title, version: example.version }] },
    },
    handler: ({ runtime: { db } }) =>
      respondWithData({
        settings: settingNames.map((name) => ({
          name,
          title: settingForms[name].title,
          version: readSetting(db, name).version,
        })),
      }),
  }),
  defineEndpoint({
    ...single,
    operationId: 'getShopSetting',
    method: 'GET',
    summary: 'Retrieve a part of the shop',
    response: { status: 200, data: setting, example },
    handler({ runtime, request }, { params: { id: name } }) {
      if (!isSettingName(name)) return respondWithError(unknownSetting);
      const permitted = requirePermission(getActor(request, runtime), getSettingPermission(name));
      if (!permitted.ok) return respondWithError(permitted.error);
      return respondWithData({ name, title: settingForms[name].title, ...readSetting(runtime.db, name) });
    },
  }),
  defineEndpoint({
    ...single,
    operationId: 'changeShopSetting',
    method: 'PUT',
    summary: 'Change a part of the shop',
    body: jsonBody(() => z.object({ value: settingValue, version: seenVersion }), { value: example.value, version: 0 }),
    response: { status: 200, data: setting, example: { ...example, version: 1 } },
    rejections: { 404: ['setting_not_found'], 409: ['edit_conflict'] },
    async handler(context, { params: { id: name }, body }) {
      if (!isSettingName(name)) return respondWithError(unknownSetting);
      return respondWithItem(await runEndpointCommand(context, changeSetting, { ...body, name }), (saved) => ({
        ...saved,
        title: settingForms[name].title,
      }));
    },
  }),
];
