/** The dimension that every dataset with a time has: the time of its rows. No definition may take this name. */
export const METRIC_TIME = 'metric_time'
