import { type TUnsafe, Type } from 'typebox'
import type { DatasourceInFile } from '../workspace-file.ts'
import { agreeing, closed, displayName, tableName, text } from './schema-parts.ts'

/** A datasource in a workspace file. */
export const datasource: TUnsafe<DatasourceInFile> = agreeing<DatasourceInFile>()(
  Type.Object(
    {
      name: tableName('Name of the datasource; begins the GUIDs of its files.'),
      displayName,
      type: Type.Literal('FILES', { description: 'A folder of data files, read in place.' }),
      root: text('The folder, relative to this file.'),
    },
    { ...closed, description: 'A place where data is.' },
  ),
)
