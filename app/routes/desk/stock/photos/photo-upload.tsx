import { maxNamedPhotos, maxPhotos, photoTypes } from '~/domain/photos/photo';
import { deskPaths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { FieldNotes, getControlProps, KeyField } from '~/ui/forms/field';
import { Button } from '~/ui/primitives/button';

type PhotoUploadProps = {
  /** Absent for vehicles that the names of the files say. */
  vehicle?: string;
  rejected: RejectedForm | undefined;
};

export function PhotoUpload({ vehicle, rejected }: PhotoUploadProps) {
  const field = {
    name: 'files',
    label: `Up to ${vehicle === undefined ? maxNamedPhotos : maxPhotos} photos, 8 MB each`,
    help: `${vehicle === undefined ? 'More go in a second round. ' : ''}A photo goes after those that its vehicle has.`,
    error: rejected?.errors.files,
  };
  return (
    <form method="post" action={deskPaths.stockPhotos(vehicle)} encType="multipart/form-data" className="photo-upload">
      <KeyField values={rejected?.values} />
      {vehicle === undefined && (
        <p className="note">
          The name of a file begins with the plate or the stock number of its vehicle: <b>MH12AB1234-1.jpg</b> or{' '}
          <b>STK-17_front.jpg</b>.
        </p>
      )}
      <div className="field">
        <label htmlFor={field.name}>{field.label}</label>
        <input type="file" accept={photoTypes.join(',')} multiple required {...getControlProps(field)} />
        <FieldNotes {...field} />
      </div>
      <Button kind="primary" busyText="Sending…">
        Add them
      </Button>
    </form>
  );
}
