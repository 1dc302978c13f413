/** A folder of data files that the embedded engine reads in place. */
export interface DatasourceDefinition {
  readonly name: string
  readonly displayName: string
  readonly type: 'FILES'
  /** The folder, absolute. */
  readonly root: string
}
