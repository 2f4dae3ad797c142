import type { Brand } from '~/domain/catalogue/vehicle';
import { photoTypes } from '~/domain/photos/photo';
import { paths } from '~/paths';
import { controlProps, FieldNotes } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { ActionLink, Button } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import { BrandSign } from '~/ui/primitives/link-list';
import { type DeskActionData, type ShownAuditEvent, WhatWasDone } from './desk-parts';

/** The brands of the catalogue, each as visitors see it. */
export function DeskBrands({ lines }: { lines: readonly Brand[] }) {
  return (
    <>
      <p>A brand is shown by its monogram, until you give a logo that you may use.</p>
      <ul className="entry-list">
        {lines.map((brand) => (
          <li key={brand.id}>
            <div>
              <h3>
                <a href={paths.desk({ show: 'brands', open: brand.id })}>{brand.name}</a>
              </h3>
              <p className="note">{brand.logo ? 'A logo that an operator gave' : 'Monogram'}</p>
            </div>
            <BrandSign {...brand} />
          </li>
        ))}
      </ul>
    </>
  );
}

export type OpenBrand = Brand & { actions: readonly ShownAuditEvent[] };

/** The logo of one brand: a picture to give, and a button that removes it. */
export function LogoForm({
  brand: { actions, ...brand },
  actionData,
}: {
  brand: OpenBrand;
  actionData: DeskActionData | undefined;
}) {
  const action = paths.desk({ show: 'brands', open: brand.id });
  const text = {
    name: 'logo',
    label: 'Picture of the logo',
    help: 'JPEG, PNG, WebP or AVIF of at most 8 MB. It is made small, on white.',
    error: actionData?.errors.logo,
  };
  return (
    <>
      {actionData && <ErrorSummary message={actionData.message} errors={actionData.errors} />}
      <p>
        <ActionLink href={paths.desk({ show: 'brands' })} icon="back">
          Back to the list
        </ActionLink>
      </p>
      <h3>{brand.name}</h3>
      <p className="row">
        <BrandSign {...brand} />
        <span className="note">{brand.logo ? 'This logo is shown to everyone.' : 'The monogram is shown.'}</span>
      </p>
      <form method="post" action={action} encType="multipart/form-data" className="stack">
        <div className="field">
          <ul className="photo-tiles">
            <li>
              <label>
                <Icon name="camera" />
                {text.label}
                <input type="file" accept={photoTypes.join(',')} {...controlProps(text)} />
              </label>
            </li>
          </ul>
          <FieldNotes {...text} />
        </div>
        <p>
          <Button kind="primary">{brand.logo ? 'Replace the logo' : 'Give this logo'}</Button>
        </p>
      </form>
      {brand.logo && (
        <form method="post" action={action}>
          <p>
            <Button name="intent" value="remove-logo">
              Remove the logo
            </Button>
          </p>
        </form>
      )}
      <WhatWasDone actions={actions} />
    </>
  );
}
