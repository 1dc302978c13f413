import type { ResourceType, Role } from '@tributary/catalog'
import type { Generated, Kysely } from 'kysely'
import type { InstanceStatus, RunType, TaskType } from '../model/instance.ts'

/** The store of a platform, migrated and ready. */
export type Store = Kysely<StoreSchema>

/**
 * The tables of the store. Every key begins with the tenant. Times are UTC ISO text, JSON is text.
 */
export interface StoreSchema {
  readonly account: AccountTable
  readonly credential: CredentialTable
  readonly definition: DefinitionTable
  readonly definition_import: DefinitionImportTable
  readonly definition_import_answer: DefinitionImportAnswerTable
  readonly definition_import_task: DefinitionImportTaskTable
  readonly definition_order: DefinitionOrderTable
  readonly lineage_change: LineageChangeTable
  readonly lineage_import: LineageImportTable
  readonly lineage_piece: LineagePieceTable
  readonly lineage_snapshot: LineageSnapshotTable
  readonly resource_grant: ResourceGrantTable
  readonly tenant: TenantTable
  readonly user_attribute: UserAttributeTable
  readonly user_group: UserGroupTable
  readonly metric_view: MetricViewTable
  readonly task: TaskTable
  readonly task_counter: TaskCounterTable
  readonly task_dependency: TaskDependencyTable
  readonly task_instance: TaskInstanceTable
  readonly task_schedule: TaskScheduleTable
  readonly task_target: TaskTargetTable
}

/** Who may call the API of a tenant. */
export interface AccountTable {
  readonly tenant: string
  readonly account: string
  readonly display_name: string
}

/** A credential of an account; only the hash of its secret is kept. */
export interface CredentialTable {
  readonly tenant: string
  readonly kind: 'TOKEN' | 'APIKEY'
  /** SHA-256 of the secret, in hex. */
  readonly secret_hash: string
  readonly account: string
  readonly created_at: string
  readonly name: string | null
  /** ISO 8601 in UTC; null for never. */
  readonly expires_at: string | null
}

/** A definition as it was last applied, with its history in short. */
export interface DefinitionTable {
  readonly tenant: string
  readonly kind: DefinitionKind
  readonly name: string
  readonly body: string
  /** From 1; one more for every change of the body. */
  readonly version: Generated<number>
  readonly created_at: string
  readonly updated_at: string
}

/** The definitions that the last import of a file wrote. */
export interface DefinitionImportTable {
  readonly tenant: string
  /** The name of the file. */
  readonly file: string
  /** Who imported. */
  readonly account: string
  readonly at: string
  /** Hashes of the definitions by their keys, such as `metrics/revenue`, as JSON. */
  readonly objects: string
}

/** An import and its state. */
export interface ImportTaskTable {
  readonly tenant: string
  readonly id: string
  /** Who imports. */
  readonly account: string
  readonly file: string
  readonly status: 'RUNNING' | 'SUCCESS' | 'FAILED' | 'CANCELLED'
  readonly step: string | null
  /** Why it did not succeed. */
  readonly message: string | null
  readonly started_at: string
  /** When its process was heard of last. */
  readonly beat_at: string
  readonly ended_at: string | null
}

/** An import of definitions. */
export interface DefinitionImportTaskTable extends ImportTaskTable {
  readonly step: 'READING' | 'STORING' | null
}

/** The answer of an import of definitions, in pieces of JSON. */
export interface DefinitionImportAnswerTable {
  readonly tenant: string
  readonly import: string
  /** From 0. */
  readonly piece: number
  readonly text: string
}

/** A change of the lineage; rows are only ever added. */
export interface LineageChangeTable {
  readonly tenant: string
  /** From 1, one more for each change of the tenant. */
  readonly version: number
  readonly at: string
  readonly actor: string
  readonly change: string
}

/** Changes of an import, one piece after the other; they count when a row of the journal names the import. */
export interface LineagePieceTable {
  readonly tenant: string
  readonly import: string
  /** From 0. */
  readonly piece: number
  readonly written_at: string
  /** A list of changes, as JSON. */
  readonly changes: string
}

/** An import of lineage. */
export interface LineageImportTable extends ImportTaskTable {
  readonly status: 'RUNNING' | 'SUCCESS' | 'FAILED'
  readonly step: ImportStep | null
  /** Changes that the step has made, and those that it makes in all. */
  readonly done: number | null
  readonly total: number | null
  readonly format: string | null
  readonly vertices: number | null
  readonly edges: number | null
  readonly new_vertices: number | null
  readonly new_edges: number | null
}

/** The steps of an import: read the file, compare it with the lineage, store the changes. */
export type ImportStep = 'READING' | 'COMPARING' | 'STORING'

/** A piece of a tenant's lineage as it was at a version. */
export interface LineageSnapshotTable {
  readonly tenant: string
  /** From 0; one after the other they are the whole. */
  readonly piece: number
  readonly version: number
  /** When that version was made. */
  readonly at: string
  readonly bytes: Uint8Array
}

/** A tenant, with its versions and settings. */
export interface TenantTable {
  readonly tenant: string
  /** How often the tenant's rows were written; the row is held while they are. */
  readonly writes: Generated<number>
  /** Incremented by every change of the definitions, so that a process detects that it must read again. */
  readonly definitions_version: Generated<number>
  /** The `definitions_version` that the lineage was last brought to. */
  readonly lineage_version: Generated<number>
  /** The settings of the tenant itself in the workspace, as JSON. */
  readonly settings: Generated<string>
}

/** A custom attribute of a user; its name is unique within the user. */
export interface UserAttributeTable {
  readonly tenant: string
  readonly account: string
  readonly name: string
  readonly value: string
}

/** A right of an account to a resource. */
export interface ResourceGrantTable {
  readonly tenant: string
  readonly account: string
  readonly resource_type: ResourceType
  /** The resource's name; a category's id, the tenant's own for everything in it. */
  readonly resource_name: string
  readonly role: Role
  /** When it expires; null for never. */
  readonly expires_at: string | null
  readonly granted_at: string
  /** Whether workspace files say so, or something done over the API. */
  readonly made_by: 'FILE' | 'API'
}

/** A group of users; siblings come by position, whose values say nothing else. */
export interface UserGroupTable {
  readonly tenant: string
  readonly id: string
  /** Unique within the tenant, like the id. */
  readonly code: string
  readonly name: string
  /** Id of the parent; `-1` at the top. */
  readonly parent: string
  readonly position: number
}

/** The kinds of things that workspace files define. */
export type DefinitionKind =
  | 'account'
  | 'category'
  | 'grant'
  | 'group'
  | 'datasource'
  | 'dataset'
  | 'dimension'
  | 'metric'
  | 'period'
  | 'date_tag'
  | 'plan'

/** In which order the definitions of a kind stand. */
export interface DefinitionOrderTable {
  readonly tenant: string
  readonly kind: DefinitionKind
  /** Every name, as a JSON list. */
  readonly names: string
}

/** A metric view that was made over the API. */
export interface MetricViewTable {
  readonly tenant: string
  readonly name: string
  readonly display_name: string
  readonly description: string | null
  /** Its definition, with its names mapped, as JSON. */
  readonly definition: string
  /** The metrics and dimensions that it names, as JSON. */
  readonly names: string
  readonly source: 'OPENAPI'
  readonly created_by: string
  readonly created_at: string
}

/** A task: instances that were asked for together. */
export interface TaskTable {
  readonly dag_name: string
  readonly tenant: string
  readonly created_at: string
  /** How many instances it was made with, numbered from 0. */
  readonly created: number
  /** How many it still has. */
  readonly total: number
}

/** One piece of work of a task. */
export interface TaskInstanceTable {
  readonly id: number
  readonly tenant: string
  readonly dag_name: string
  readonly sequence: number
  readonly task_type: TaskType
  readonly run_type: RunType
  readonly plan_id: string | null
  /** Catalog, schema and name of its table, as a JSON list. */
  readonly target: string
  readonly start_partition: string | null
  readonly end_partition: string | null
  readonly schedule_time: string
  /** Names the instance of a schedule at one of its times; null for an instance that is never looked up by it. */
  readonly schedule_key: string | null
  readonly resource_group: string
  readonly priority: number
  readonly status: InstanceStatus
  readonly attempt: number
  readonly owner: string | null
  readonly lease_until: string | null
  readonly retries: number
  readonly retry_count: number
  readonly retry_interval: number
  readonly losses: number
  readonly ready_at: string
  readonly created_at: string
  readonly started_at: string | null
  readonly ended_at: string | null
  /** When each status was entered last, as JSON. */
  readonly status_times: string
  readonly message: string | null
  readonly original_sql: string | null
  readonly formatted_sql: string | null
  readonly server: string | null
}

/** An instance that waits for another one's SUCCESS. */
export interface TaskDependencyTable {
  readonly instance: number
  readonly upstream: number
}

/** A table that some instance was made for; each has a queue of its own. */
export interface TaskTargetTable {
  readonly tenant: string
  readonly target: string
}

/** Until when a schedule was followed: instances of its times up to then were made, or passed over for good. */
export interface TaskScheduleTable {
  readonly tenant: string
  /** The plan or source table of the schedule. */
  readonly subject: string
  readonly cron: string
  readonly followed_until: string
}

/** The last id given out, and how often the queue was changed; the row is held until the change is made. */
export interface TaskCounterTable {
  readonly name: 'instance' | 'queue'
  readonly value: number
}
