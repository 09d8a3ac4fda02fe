// Ten steps from light to dark, for Mantine's components only; everything else uses the semantic colours of tokens.ts.
export const colorRamps = {
  gray: [
    '#f7fafe', '#f1f4f8', '#e8ebef', '#dde0e4', '#c9ccd0',
    '#9fa5ad', '#6f757d', '#535960', '#363b42', '#1b2026',
  ],
  dark: [
    '#eaedf1', '#babec3', '#9a9fa5', '#7b8188', '#474e56',
    '#31373f', '#22272f', '#181e25', '#11161d', '#0a0f16',
  ],
  azure: [
    '#f1f8ff', '#ddedff', '#badbff', '#8fc6ff', '#5caeff',
    '#2e96f2', '#027ed8', '#0068b4', '#00518f', '#003a69',
  ],
  green: [
    '#eefbf2', '#dbf2e2', '#b7e4c6', '#8cd4a5', '#5bc184',
    '#29ac68', '#009454', '#007a44', '#006035', '#004625',
  ],
  teal: [
    '#edfaf9', '#daf1ef', '#b6e2de', '#88d0cb', '#55bdb7',
    '#18a7a1', '#008e89', '#007671', '#005c59', '#004340',
  ],
  amber: [
    '#fef5ea', '#f9e9d3', '#f0d2aa', '#e7b876', '#d99c3b',
    '#c38400', '#a66f00', '#895b00', '#6c4700', '#4f3300',
  ],
  red: [
    '#fff4f3', '#ffe4e1', '#ffc8c3', '#ffa59e', '#ff7b74',
    '#f05653', '#d53c3d', '#b6282c', '#92191f', '#6c0f14',
  ],
  violet: [
    '#f8f5ff', '#eee7ff', '#deceff', '#ccb0ff', '#b892f9',
    '#a376e9', '#8d5ed0', '#764ab2', '#5d388f', '#43276a',
  ],
  pink: [
    '#fff3f7', '#ffe2ec', '#ffc5da', '#ff9fc5', '#f877af',
    '#e65598', '#cb3c81', '#ae286b', '#8b1a54', '#66103c',
  ],
  orange: [
    '#fff4ef', '#ffe5d8', '#fdcbb0', '#f8ad82', '#ef8c52',
    '#dd6f23', '#c15a00', '#a04900', '#7f3900', '#5d2800',
  ],
} as const;
