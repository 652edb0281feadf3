import { buildsRouter, configsRouter, hardwareRouter } from './catalog/router.ts'
import { comparisonsRouter } from './comparisons/router.ts'
import { projectsRouter } from './projects/router.ts'
import { runsRouter } from './runs/router.ts'
import { createCallerFactory, router } from './trpc.ts'

export const appRouter = router({
  projects: projectsRouter,
  runs: runsRouter,
  comparisons: comparisonsRouter,
  hardware: hardwareRouter,
  builds: buildsRouter,
  configs: configsRouter,
})

export type AppRouter = typeof appRouter

export const createCaller = createCallerFactory(appRouter)
