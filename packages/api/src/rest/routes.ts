import { attachmentRoutes } from './attachment-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { badgeRoute } from './badge-route.ts'
import { channelRoutes } from './channel-routes.ts'
import { compareRoutes } from './compare-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { experimentRoutes } from './experiment-routes.ts'
import { findingRoutes } from './finding-routes.ts'
import { gateRoutes } from './gate-routes.ts'
import { noteRoutes } from './note-routes.ts'
import { quotaRoutes } from './quota-routes.ts'
import { readRoutes } from './read-routes.ts'
import { reportRoutes } from './report-routes.ts'
import type { RestRoute } from './route.ts'
import { runEngineRoutes } from './run-engine-routes.ts'
import { runPlanRoutes } from './run-plan-routes.ts'
import { runRequestRoutes } from './run-request-routes.ts'
import { runnerRoutes } from './runner-routes.ts'
import { seriesRoutes } from './series-routes.ts'
import { shareRoutes } from './share-routes.ts'
import { specAttachmentRoutes } from './spec-attachment-routes.ts'
import { specFileRoutes } from './spec-file-routes.ts'
import { specLinkRoutes } from './spec-link-routes.ts'
import { specRoutes } from './spec-routes.ts'
import { tokenRoutes } from './token-routes.ts'
import { uploadChunkRoutes } from './upload-chunk-routes.ts'
import { uploadRoutes } from './upload-routes.ts'
import { validityRoutes } from './validity-routes.ts'
import { valueRoutes } from './value-routes.ts'

/** Every REST operation, in the order in which the documentation lists them. */
export const restRoutes: readonly RestRoute[] = [
  ...uploadRoutes,
  ...uploadChunkRoutes,
  ...readRoutes,
  ...valueRoutes,
  ...findingRoutes,
  badgeRoute,
  ...compareRoutes,
  ...gateRoutes,
  ...experimentRoutes,
  ...noteRoutes,
  ...seriesRoutes,
  ...channelRoutes,
  ...reportRoutes,
  ...specRoutes,
  ...specFileRoutes,
  ...specAttachmentRoutes,
  ...specLinkRoutes,
  ...shareRoutes,
  ...validityRoutes,
  ...attachmentRoutes,
  ...tokenRoutes,
  ...runRequestRoutes,
  ...runnerRoutes,
  ...runPlanRoutes,
  ...runEngineRoutes,
  ...auditRoutes,
  ...quotaRoutes,
  ...eventRoutes,
]
