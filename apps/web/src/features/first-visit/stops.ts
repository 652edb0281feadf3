import { comparePairPath, findingsPath, importPath, projectPath, seriesPath } from '../../paths.ts'
import { pairFields } from '../compare/pair/pair-fields.ts'

/** The project with published results, for which `npm start` makes an upload token. */
export const DEMO_PROJECT = 'demo'

export type Stop = {
  name: string
  href: string
  /** The page that `href` ends on; other addresses redirect to it. */
  path: string
  /** How to read the page. */
  text: string
}

/** The five pages of the demo that show what the product is for. */
export function stopsOf(project: string): Stop[] {
  const home = projectPath(project)
  return [
    {
      name: 'State of each release',
      href: home,
      path: home,
      text: 'A cell is a release vs the one before it: orange is slower, blue is faster, hatched is not significant.',
    },
    {
      name: 'Two releases',
      href: comparePairPath(
        project,
        pairFields({ product: 'PostgreSQL', from: '17.6', to: '18.0', hardware: 'dell32' }),
      ),
      path: `${home}/compare`,
      text: 'A dot is a test of 18.0 divided by 17.6, its line the 95% interval. Click a row to see why it changed.',
    },
    {
      name: 'Causes',
      href: findingsPath(project),
      path: findingsPath(project),
      text: 'Changes between two versions on a machine, grouped, with the metric that explains them. Open the first one.',
    },
    {
      name: 'History of each test',
      href: seriesPath(project),
      path: seriesPath(project),
      text: 'Every test over releases on one axis, with changes and known bugs. Click a name for its rule and its points.',
    },
    {
      name: 'Your own results',
      href: importPath(project),
      path: importPath(project),
      text: 'Drop a folder with the output of a benchmark into a project of your own; nothing is stored before you have seen it.',
    },
  ]
}

/** The stop whose page is open; -1 elsewhere. */
export const stopAt = (stops: readonly Stop[], pathname: string): number =>
  stops.findIndex(({ path }) => path === pathname)
