import type { YamlFile } from './files/read-yaml.ts'
import type { WorkspaceFile } from './workspace-file.ts'

/** A file whose structure was checked; what is unusable is left out. */
export interface StructuredFile {
  readonly yaml: YamlFile
  readonly content: WorkspaceFile
}
