import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MetricFamily } from './exposition.ts'

/** Measures this process: how late its event loop is, its memory and its time on the processor. */
export interface ProcessMetrics {
  /** The lag is that since the last call. */
  families(): readonly MetricFamily[]
  stop(): void
}

type Delay = ReturnType<typeof monitorEventLoopDelay>

/** How often the event loop is looked at, in milliseconds. */
const RESOLUTION = 10

/** Measures until it is stopped; does not keep the process alive. */
export function createProcessMetrics(): ProcessMetrics {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  return {
    families: () => {
      const lag = lagFamily(delay)
      delay.reset()
      return [lag, ...usage()]
    },
    stop: () => void delay.disable(),
  }
}

function lagFamily(delay: Delay): MetricFamily {
  const samples = [
    { quantile: '0.5', nanoseconds: delay.percentile(50) },
    { quantile: '0.99', nanoseconds: delay.percentile(99) },
    { quantile: '1', nanoseconds: delay.max },
  ].map(({ quantile, nanoseconds }) => ({ labels: { quantile }, value: lagOf(delay, nanoseconds) }))
  return {
    name: 'nodejs_eventloop_lag_seconds',
    help: 'How late the event loop was since the last look.',
    type: 'gauge',
    samples,
  }
}

/** The histogram counts the pause it was told to make as well; without a sample it knows nothing. */
function lagOf(delay: Delay, nanoseconds: number): number {
  return delay.count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - RESOLUTION / 1e3)
}

function usage(): readonly MetricFamily[] {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  const started = Math.round(Date.now() / 1e3 - process.uptime())
  const one = (value: number) => [{ labels: {}, value }]
  return [
    {
      name: 'process_cpu_seconds_total',
      help: 'Time on the processor.',
      type: 'counter',
      samples: one((user + system) / 1e6),
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory that the process holds.',
      type: 'gauge',
      samples: one(rss),
    },
    {
      name: 'nodejs_heap_used_bytes',
      help: 'Memory of JavaScript objects.',
      type: 'gauge',
      samples: one(heapUsed),
    },
    {
      name: 'process_start_time_seconds',
      help: 'When the process began, in seconds since 1970.',
      type: 'gauge',
      samples: one(started),
    },
  ]
}
