import { formatCsv } from '~/domain/shared/csv';

export const csvType = 'text/csv; charset=utf-8; header=present';

export function createCsvResponse(fileName: string, rows: readonly (readonly string[])[]): Response {
  return new Response(formatCsv(rows), {
    headers: {
      'Content-Type': csvType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
    },
  });
}
