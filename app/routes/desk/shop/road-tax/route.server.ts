import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findAuditEventsOfItem } from '~/domain/moderation/audit-log.queries.server';
import { formatMonth, maxBands, roadTaxLabels } from '~/domain/on-road/on-road';
import { changeRoadTax, formatRoadTax, readRoadTaxes, type StoredRoadTax } from '~/domain/on-road/on-road.server';
import { formatTimestamp } from '~/domain/shared/dates';
import { type Measure, parseTypedNumber } from '~/domain/shared/typed-numbers';
import type { Runtime } from '~/http/runtime.server';
import { deskPaths } from '~/paths';
import { createFormAction, type FormPost } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { findReadings, showUnfinishedForm } from '~/submit/form-response.server';
import { allowTeam, createRowNames, getPathItem, requireDesk } from '../../access.server';
import { toShownAuditEvent } from '../../parts';

const formatSource = ({ asOf, isRough, editedAt }: StoredRoadTax): string =>
  [
    `As of ${formatMonth(asOf)}${isRough ? ', roughly' : ''}`,
    editedAt === null ? 'from the data file' : `changed ${formatTimestamp(editedAt)}`,
  ].join(' · ');

const formatFigure = (figure: number | null): string => (figure === null ? '' : String(figure));

/** @throws a 404 response for an unknown state */
function openRoadTax({ db }: Runtime, id: string) {
  const tax = readRoadTaxes(db).find(({ stateCode }) => stateCode === id);
  if (!tax) throw new Response(null, { status: 404 });
  const bands = tax.bands.flatMap(({ maxPriceRupees, maxEngineCc, percent }, at) => [
    [`bands.${at}.upTo`, formatFigure(maxPriceRupees ?? maxEngineCc)],
    [`bands.${at}.percent`, formatFigure(percent)],
  ]);
  const values: Record<string, string> = {
    asOf: tax.asOf,
    bandsBy: tax.bands.some(({ maxEngineCc }) => maxEngineCc !== null) ? 'engine' : 'price',
    electricPercent: formatFigure(tax.electricPercent),
    surchargePercent: formatFigure(tax.surchargePercent),
    minTaxRupees: formatFigure(tax.minTaxRupees),
    isRough: tax.isRough ? 'on' : '',
    note: tax.note ?? '',
    ...Object.fromEntries(bands),
  };
  return {
    id,
    state: tax.state,
    source: formatSource(tax),
    version: tax.version,
    values,
    actions: findAuditEventsOfItem(db, 'road-tax', id).map(toShownAuditEvent),
  };
}

export function loader(route: LoaderFunctionArgs) {
  const { runtime } = requireDesk(route, 'texts');
  const { id } = route.params;
  return json({
    unfinished: showUnfinishedForm(route.request, runtime),
    tax: id === undefined ? null : openRoadTax(runtime, id),
    lines:
      id === undefined
        ? readRoadTaxes(runtime.db).map((tax) => ({
            id: tax.stateCode,
            state: tax.state,
            text: formatRoadTax(tax),
            source: formatSource(tax),
          }))
        : [],
  });
}

const bandNames = Array.from({ length: maxBands }, (_, row) => `bands.${row}`);

const getMeasures = ({ values }: FormPost): Readonly<Record<string, Measure>> => ({
  electricPercent: 'percent',
  surchargePercent: 'percent',
  minTaxRupees: 'rupees',
  ...Object.fromEntries(bandNames.map((name) => [`${name}.upTo`, values.bandsBy === 'engine' ? 'cc' : 'rupees'])),
  ...Object.fromEntries(bandNames.map((name) => [`${name}.percent`, 'percent'])),
});

export const action = createFormAction({
  access: allowTeam('texts'),
  values: selectFields([
    'version',
    ...Object.keys(roadTaxLabels),
    ...createRowNames('bands', maxBands, ['upTo', 'percent']),
  ]),
  command: changeRoadTax,
  redisplay: (post) => findReadings(post.values, getMeasures(post)),
  decode(post) {
    const { asOf = '', bandsBy, note = '', isRough, version } = post.values;
    const measures = getMeasures(post);
    const figure = (name: string): number | null => {
      const text = post.values[name]?.trim() ?? '';
      return text === '' ? null : (parseTypedNumber(text, measures[name] ?? 'percent') ?? Number.NaN);
    };
    return {
      id: getPathItem(post),
      version: Number(version),
      asOf: asOf.trim(),
      bandsBy,
      bands: bandNames.map((name) => ({ upTo: figure(`${name}.upTo`), percent: figure(`${name}.percent`) })),
      electricPercent: figure('electricPercent'),
      surchargePercent: figure('surchargePercent') ?? 0,
      minTaxRupees: figure('minTaxRupees') ?? 0,
      isRough: isRough === 'on',
      note,
    };
  },
  onSuccess: (_changed, post) => ({ to: deskPaths.roadTax(getPathItem(post)), flash: 'desk-done' }) as const,
});
