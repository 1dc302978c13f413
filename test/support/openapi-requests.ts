import type { OperationId } from '@tributary/contract'

/** A request of the sample workspace. */
export interface ExampleRequest {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Stands for the `dagName` that an earlier request gave, and for the id of its first instance. */
export const DAG_NAME = 'DAG_NAME'
export const INSTANCE_ID = 'INSTANCE_ID'
export const IMPORT_ID = 'IMPORT_ID'
export const DEFINITIONS_IMPORT_ID = 'DEFINITIONS_IMPORT'

const PLAN = '193615b9-530c-5fe6-9c76-17f6bad9d345'
const LATE_RATE = { vertex_id: 'late_rate', vertex_type: 'METRIC' }
const TABLE = { tableName: 'vega.files.flights-3m_parquet', tenantId: 'demo' }

/** A model of Ossie over a file of the sample workspace. */
const AIRPORTS = `semantic_model:
  - name: airports
    datasets: [{ name: fields, source: airports }]
    metrics:
      - name: field_count
        expression: { dialects: [{ dialect: ANSI_SQL, expression: COUNT(DISTINCT fields.iata) }] }
      - name: field_rank
        expression: { dialects: [{ dialect: ANSI_SQL, expression: RANK() OVER (ORDER BY fields.iata) }] }
`

/** A request of every operation, in an order in which all of them succeed. */
export const EXAMPLE_REQUESTS: Readonly<Record<OperationId, ExampleRequest>> = {
  compareTimes: {
    body: {
      metric: 'very_late',
      metricDefinitions: { very_late: { refMetric: 'flight_count', filters: ['[delay] > 60'] } },
      dimensions: ['distance_band', 'origin_state,distance_band'],
      attribution: {
        attributionCalculateType: 'AVG',
        currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-06-01"',
        compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-05-01"',
        filters: ['IN([origin_state], "IL", "TX")'],
      },
    },
  },
  comparePath: {
    body: {
      metric: 'average_delay',
      dimensions: ['distance_band', 'origin_state'],
      valueSelectStrategy: { type: 'TOP', number: 2 },
      attribution: {
        compareType: 'TIME_COMPARE',
        currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-06-01"',
        compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-05-01"',
      },
      orders: [{ '@contribution': 'DESC' }],
      contributions: true,
    },
  },
  metricMovements: {
    body: { current: '2001-06', compare: 'previous', metrics: ['late_rate'], causes: 0 },
  },
  findCauses: {
    body: {
      metric: 'late_rate',
      maxCauses: 3,
      attribution: {
        currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-06-01"',
        compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-05-01"',
      },
    },
  },
  breakDown: { body: { metric: 'average_delay' } },
  compareTreeTimes: {
    body: {
      metricTreeDef: {
        rootNode: 'node_001',
        metricTree: { node_001: '[node_002] / [node_003]' },
        metricTreeNodes: {
          node_001: 'average_delay',
          node_002: 'total_delay',
          node_003: 'flight_count',
        },
      },
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-06-01"',
        compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-05-01"',
      },
    },
  },
  compareTreePeers: {
    body: {
      metricTreeDef: {
        rootNode: 'rate',
        metricTree: { rate: '[late] / [all]' },
        metricTreeNodes: { rate: 'late_rate', late: 'late_flights', all: 'flight_count' },
      },
      attribution: {
        attributionCalculateType: 'ALL',
        compareDimension: 'origin',
        timeConstraint: '[metric_time__month] = "2001-06"',
        currentObject: { filters: ['[origin] = "ATL"'] },
        compareObject: { filters: ['[origin] = "ORD"'] },
      },
    },
  },
  rankDimensions: {
    body: {
      metric: 'average_delay',
      limit: 3,
      attribution: {
        currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-06-01"',
        compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-05-01"',
      },
    },
  },
  comparePeers: {
    body: {
      metric: 'late_rate',
      dimensions: ['distance_band'],
      attribution: {
        attributionCalculateType: 'ALL',
        compareDimension: 'origin',
        timeConstraint: '[metric_time__month] = "2001-06"',
        currentObject: { filters: ['[origin] = "ATL"'] },
        compareObject: { filters: ['[origin] = "ORD"'] },
      },
    },
  },
  queryMetrics: {
    body: {
      metrics: ['late_rate', 'flight_count'],
      dimensions: ['metric_time__month', 'distance_band'],
      timeConstraint: '[metric_time] >= "2001-05-01"',
      filters: ['[origin_state] = "TX"'],
      resultFilters: ['[late_rate] > 0.1'],
      orders: [{ late_rate: 'desc' }],
      limit: 3,
    },
  },
  metricSeries: {
    body: {
      metric: 'late_rate',
      grain: 'MONTH',
      range: '2001-05..2001-07',
      split: { dimension: 'distance_band', top: 2 },
    },
  },
  dimensionValues: { body: { dimension: 'origin', metric: 'late_rate', prefix: 'a', limit: 2 } },
  expressionScope: { query: { metric: 'late_rate', context: 'formula' } },
  checkExpression: {
    body: { text: '[origin_stat] = "TX" && [delay] > 15', metric: 'late_rate', context: 'filter' },
  },
  datasetExtent: { query: { datasetName: 'airports' } },
  createBackfill: {
    body: {
      planName: 'flights_by_day',
      startTime: '2001-06-01',
      endTime: '2001-06-30',
      dateIntervalOfLot: 7,
    },
  },
  listTasks: {},
  taskInstances: { query: { dagName: DAG_NAME, pageIndex: '1', pageSize: '2', progress: 'true' } },
  taskInstance: { query: { id: INSTANCE_ID } },
  triggerSourceTable: { body: { ...TABLE, scheduleTimes: ['2001-07-01 03:00:00'] } },
  triggerSourceTableRange: {
    body: { ...TABLE, startTime: '2001-07-01 00:00:00', endTime: '2001-07-01 02:00:00' },
  },
  partitionStates: { query: { planId: PLAN, from: '2001-07-30', to: '2001-08-02' } },
  listPlans: {},
  listSourceTables: {},
  cancelTask: { body: { dagName: DAG_NAME, statuses: ['WAITING'] } },
  retryTask: { body: { dagName: DAG_NAME } },
  planDetail: { query: { planName: 'flights_by_day' } },
  planPartitions: { query: { uuid: PLAN, pageNumber: '1', pageSize: '10' } },
  allLineage: {},
  vertexLineage: {
    query: {
      ...{ vertex_id: 'late_rate', vertex_type: 'METRIC', input_step: '2', output_step: '1' },
      ...{ vertex_types: 'METRIC,DATASET', edge_types: 'TABLE_IMPACT,COLUMN_IMPACT' },
      ...{ collapse: 'true', extras: 'true', limit: '10' },
    },
  },
  lineageEvidence: {
    query: { from_id: 'flights', from_type: 'DATASET', to_id: 'late_rate', to_type: 'METRIC' },
  },
  lineageImpact: { query: { vertex_id: 'flights.delay', vertex_type: 'DATASET_COLUMN' } },
  lineageSinglePoints: { query: LATE_RATE },
  lineageLooseEnds: {},
  lineageCycles: {},
  lineageDifference: { query: { from: '2026-01-01', ...LATE_RATE, input_step: '1' } },
  lineageMoments: { query: { ...LATE_RATE, limit: '10' } },
  searchLineage: { query: { q: 'late', types: 'METRIC,DATASET_COLUMN', limit: '3' } },
  exportLineage: { query: { format: 'json' } },
  dimensionDetail: { query: { dimName: 'distance_band' } },
  dimensionsOfMetrics: { query: { metricNames: 'late_rate,flight_count' } },
  metricDetail: { query: { metricName: 'late_rate' } },
  searchCatalog: { query: { q: 'late', types: 'METRIC,DIMENSION', limit: '3' } },
  datasetDetail: { query: { name: 'airports' } },
  resourceEntries: { body: { resourceType: 'METRIC', resourceId: 'late_rate' } },
  createMetricView: {
    body: {
      viewName: 'late_by_state',
      displayName: 'Late flights by state',
      description: 'Which states are late, and were a year before.',
      metrics: ['Late rate', 'late_last_year'],
      dimensions: ['origin_state', 'metric_time__month'],
      timeConstraint: '[metric_time] >= "2001-05-01"',
      filters: ['[distance_band] = "long"'],
      resultFilters: ['[late_rate] > 0.1'],
      orders: [{ late_rate: 'desc' }, { origin_state: 'ASC' }],
      metricDefinitions: {
        late_last_year: { refMetric: 'late_rate', indirections: ['sameperiod__yoy__value'] },
      },
    },
  },
  listViews: {},
  viewDetail: { query: { viewName: 'late_by_state' } },
  caller: {},
  saveUserAttributes: {
    body: {
      identityType: 'USER_ACCOUNT',
      userPropertyRequests: [
        {
          identityValue: 'demo',
          properties: [
            { name: 'region', value: 'east' },
            { name: 'desk', value: '7' },
          ],
        },
      ],
    },
  },
  deleteUserAttributes: {
    body: {
      identityType: 'USER_ACCOUNT',
      items: [{ identityValue: 'demo', propertyNames: ['desk'] }],
    },
  },
  userAttributes: {
    body: { identityType: 'USER_ACCOUNT', identityValues: ['demo', 'nobody'] },
  },
  userGroups: { body: { keyword: 'east', pageNumber: 1, pageSize: 20 } },
  moveUserGroup: {
    body: {
      groupIdentityType: 'USER_GROUP_CODE',
      value: 'ops_east',
      parentGroupId: 'ops',
      frontGroupId: 'ops_west',
    },
  },
  importDefinitions: {
    query: { file: 'airports.yaml', from: 'ossie', dry_run: 'true' },
    body: AIRPORTS,
  },
  definitionsImport: { query: { import_id: DEFINITIONS_IMPORT_ID } },
  cancelDefinitionsImport: { body: { importId: DEFINITIONS_IMPORT_ID } },
  importLineage: {
    query: { format: 'csv', file: 'edges.csv' },
    body: 'src_type,src_id,dst_type,dst_id\nMETRIC,late_rate,ANALYSIS_VIEW,punctuality\n',
  },
  lineageImport: { query: { import_id: IMPORT_ID } },
  cancelLineageImport: { body: { importId: IMPORT_ID } },
  deleteView: { body: { viewName: 'late_by_state' } },
  deletePlan: { query: { uuid: PLAN } },
}
