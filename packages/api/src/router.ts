import { auditRouter } from './audit/router.ts'
import { buildsRouter, configsRouter, hardwareRouter } from './builds-configs-hardware/router.ts'
import { comparisonsRouter } from './comparisons/router.ts'
import { experimentsRouter } from './experiments/router.ts'
import { favoritesRouter } from './favorites/router.ts'
import { findingsRouter } from './findings/router.ts'
import { gatesRouter } from './gates/router.ts'
import { identityProviderRouter } from './identity-providers/router.ts'
import { importProfileRouter } from './import-profile/router.ts'
import { membersRouter } from './members/router.ts'
import { noiseRouter } from './noise/router.ts'
import { annotationsRouter, knownBugsRouter, savedComparisonsRouter } from './notes/routers.ts'
import { notificationsRouter, ownNotificationsRouter } from './notifications/router.ts'
import { organizationsRouter } from './organizations/router.ts'
import { profilesRouter } from './profiles/router.ts'
import { projectsRouter } from './projects/router.ts'
import { quotasRouter } from './quotas/router.ts'
import { reportsRouter } from './reports/router.ts'
import { retentionRouter } from './retention/router.ts'
import { runEnginesRouter } from './run-requests/engines-router.ts'
import { runRequestsRouter } from './run-requests/router.ts'
import { runsRouter } from './runs/router.ts'
import { searchRouter } from './search/router.ts'
import { rulesRouter, seriesRouter } from './series/router.ts'
import { sharesRouter } from './shares/router.ts'
import { guestsRouter, reviewersRouter } from './spec-guests/router.ts'
import { specsRouter } from './specs/router.ts'
import { tokensRouter } from './tokens/router.ts'
import { tracesRouter } from './traces/router.ts'
import { createCallerFactory, router } from './trpc.ts'
import { validityRouter } from './validity/router.ts'
import { versionsRouter } from './versions/router.ts'

export const appRouter = router({
  projects: projectsRouter,
  runs: runsRouter,
  runRequests: runRequestsRouter,
  runEngines: runEnginesRouter,
  comparisons: comparisonsRouter,
  hardware: hardwareRouter,
  builds: buildsRouter,
  configs: configsRouter,
  validity: validityRouter,
  noise: noiseRouter,
  knownBugs: knownBugsRouter,
  annotations: annotationsRouter,
  savedComparisons: savedComparisonsRouter,
  reports: reportsRouter,
  specs: specsRouter,
  reviewers: reviewersRouter,
  guests: guestsRouter,
  profiles: profilesRouter,
  search: searchRouter,
  favorites: favoritesRouter,
  findings: findingsRouter,
  gates: gatesRouter,
  experiments: experimentsRouter,
  notifications: notificationsRouter,
  ownNotifications: ownNotificationsRouter,
  versions: versionsRouter,
  shares: sharesRouter,
  series: seriesRouter,
  rules: rulesRouter,
  organizations: organizationsRouter,
  identityProvider: identityProviderRouter,
  members: membersRouter,
  tokens: tokensRouter,
  audit: auditRouter,
  quotas: quotasRouter,
  retention: retentionRouter,
  traces: tracesRouter,
  importProfile: importProfileRouter,
})

export type AppRouter = typeof appRouter

export const createCaller = createCallerFactory(appRouter)
