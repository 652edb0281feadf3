import { dataOf, expectOk, type HealthClient, type HeavyWork, type Scale } from './health-work.ts'

const API = '/api/v1/projects/demo'
const DEMO = { project: 'demo' }
const ROW = '| point-query | 1,000.00 | 1,010.00 | 0.99 |\n'
const TABLE_HEAD = '| test | base | new | ratio |\n| --- | --- | --- | --- |\n'
const FIGURE = '```assay\n/p/demo/compare?product=Postgres&columns=version\n```\n'
/** Characters of a report, and of a spec, a part of them in figures. */
const REPORT_CHARACTERS = 95_000
const SPEC_CHARACTERS = 550_000
const FIGURES = 20
const DIAGRAM_EDGES = 600

/** Specs, reports and shared links whose texts have the maximum length, with many comparisons. */
export function heavyTexts(client: HealthClient, scale: Scale): HeavyWork[] {
  return [...specWork(client, scale), ...reportWork(client, scale), ...shareWork(client)]
}

function specWork({ get, text, query, mutate }: HealthClient, scale: Scale): HeavyWork[] {
  const first = `${longText(SPEC_CHARACTERS, scale)}\n\n${diagram(Math.ceil(DIAGRAM_EDGES * scale))}`
  const changed = `${first}\nOne more sentence.\n`
  let name = ''
  let exported = ''
  const exportAs = (format: string): HeavyWork => ({
    name: `that spec as ${format}`,
    covers: format === 'pdf' ? ['exportSpec', 'specs.export', 'export-spec'] : [],
    run: () => get(`${API}/specs/${name}/export?format=${format}`),
  })
  return [
    {
      name: 'the preview of a long spec',
      covers: ['specs.preview', 'draw-diagram'],
      run: async () => (await mutate('specs.preview', { ...DEMO, text: first })).status,
    },
    {
      name: 'a long spec with figures',
      covers: ['specs.create', 'createSpec'],
      async run() {
        const made = await mutate('specs.create', { ...DEMO, spec: { kind: 'functional', title: 'Long', text: first } })
        name = (dataOf(expectOk(made, 'the spec')) as { name: string }).name
        return made.status
      },
    },
    {
      name: 'its second revision',
      covers: ['specs.revise', 'reviseSpec'],
      run: async () =>
        (
          await mutate('specs.revise', {
            ...DEMO,
            name,
            revision: { base: 1, title: 'Long', text: changed, note: 'more' },
          })
        ).status,
    },
    {
      name: 'a revision from a file',
      covers: ['specs.importRevision', 'importSpecRevision'],
      run: async () =>
        (
          await mutate('specs.importRevision', {
            ...DEMO,
            name,
            revision: { file: `${changed}\nAnd more.\n`, base: 2 },
          })
        ).status,
    },
    ...['pdf', 'html', 'markdown', 'json'].map(exportAs),
    {
      name: 'the import of that file',
      covers: ['specs.import', 'importSpec'],
      async prepare() {
        exported = await text(`${API}/specs/${name}/export?format=json`)
      },
      run: async () => (await mutate('specs.import', { ...DEMO, spec: { file: exported, title: 'Imported' } })).status,
    },
    { name: 'the page of that spec', covers: [], run: () => get(`/o/assay/p/demo/specs/${name}`) },
    {
      name: 'the verification of that spec',
      covers: ['specs.verify', 'verifySpec'],
      async run() {
        await query('specs.verify', { ...DEMO, name })
        return get(`${API}/specs/${name}/seal`)
      },
    },
  ]
}

function reportWork({ get, mutate, query }: HealthClient, scale: Scale): HeavyWork[] {
  const text = longText(REPORT_CHARACTERS, scale)
  let stored = { slug: '', revision: 0 }
  return [
    {
      name: 'the figures of a report',
      covers: ['reports.sections', 'reports.studyCharts'],
      async run() {
        await query('reports.studyCharts', { ...DEMO, study: null, query: 'product=Postgres' })
        // A query is in the address, so its text is shorter than that of a stored report.
        return (await query('reports.sections', { ...DEMO, text: FIGURE.repeat(FIGURES) })).status
      },
    },
    {
      name: 'sentences for a report',
      covers: ['reports.suggestTldr'],
      run: async () => (await query('reports.suggestTldr', { ...DEMO, text: FIGURE.repeat(FIGURES) })).status,
    },
    {
      name: 'a published report',
      covers: ['reports.publish'],
      async prepare() {
        const made = await mutate('reports.create', { ...DEMO, content: { title: 'Long', tldr: '', text } })
        stored = dataOf(expectOk(made, 'the report')) as typeof stored
      },
      run: async () => (await mutate('reports.publish', { ...DEMO, ...stored, note: null })).status,
    },
    {
      name: 'its figures, and a chart',
      covers: ['reports.figures', 'reports.chart'],
      async run() {
        await query('reports.chart', { ...DEMO, slug: stored.slug, number: 1, figure: 1, chart: 1 })
        return (await query('reports.figures', { ...DEMO, slug: stored.slug, number: 1 })).status
      },
    },
    ...['pdf', 'html'].map((format) => ({
      name: `that report as ${format}`,
      covers: ['exportReport', 'export-report'],
      run: () => get(`${API}/reports/${stored.slug}/export?format=${format}`),
    })),
  ]
}

function shareWork({ mutate, query }: HealthClient): HeavyWork[] {
  const what = { kind: 'comparison', query: 'product=Postgres' }
  const share = { title: 'Everything', what }
  return [
    {
      name: 'the preview of a shared comparison',
      covers: ['shares.preview'],
      run: async () => (await query('shares.preview', { ...DEMO, share })).status,
    },
    {
      name: 'a shared comparison',
      covers: ['shares.create', 'makeShare'],
      run: async () => (await mutate('shares.create', { ...DEMO, share })).status,
    },
  ]
}

/** A diagram in which every node has two edges. */
function diagram(edges: number): string {
  const lines = Array.from({ length: edges }, (_, at) => `  n${at >> 1} -> n${(at * 7 + 1) % (edges >> 1 || 1)}`)
  return `\`\`\`dot\n// Steps of the executor\ndigraph {\n${lines.join('\n')}\n}\n\`\`\``
}

/** Text with a long table and figures. */
function longText(characters: number, scale: Scale): string {
  const figures = `${FIGURE}\n`.repeat(Math.max(1, Math.ceil(FIGURES * scale)))
  const rows = Math.ceil(((characters - figures.length - TABLE_HEAD.length) * scale) / ROW.length)
  return `# A long table\n\n${figures}\n${TABLE_HEAD}${ROW.repeat(rows)}`
}
