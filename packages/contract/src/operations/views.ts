import { ROUTES } from '../routes.ts'
import {
  createMetricViewBody,
  viewDetailData,
  viewListData,
  viewListQuery,
  viewNameQuery,
} from '../schemas/metric-view.ts'
import { done } from '../schemas/schema.ts'
import type { OperationGroup } from './operation.ts'

/** Operations about saved questions. */
export const VIEWS_OPERATIONS = {
  createMetricView: {
    ...ROUTES.createMetricView,
    tag: 'views',
    summary: 'Create metric view',
    body: createMetricViewBody,
    data: done,
    meaning: 'The view is created.',
  },
  listViews: {
    ...ROUTES.listViews,
    tag: 'views',
    summary: 'List metric views',
    query: viewListQuery,
    data: viewListData,
    meaning: 'A page of the views.',
  },
  viewDetail: {
    ...ROUTES.viewDetail,
    tag: 'views',
    summary: 'Metric view detail',
    query: viewNameQuery,
    data: viewDetailData,
    meaning: 'The view.',
  },
  deleteView: {
    ...ROUTES.deleteView,
    tag: 'views',
    summary: 'Delete metric view',
    body: viewNameQuery,
    data: done,
    meaning: 'The view is deleted.',
  },
} as const satisfies OperationGroup
