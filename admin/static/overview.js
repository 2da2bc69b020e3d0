// Plots of the overview's table: what they show stands in its cells, so that without a script nothing is missing.
(() => {
  "use strict";
  const table = document.getElementById("periods");
  if (!table || typeof uPlot === "undefined") return;

  const rows = [...table.tBodies[0].rows].reverse();
  const names = rows.map((row) => row.cells[0].firstElementChild.textContent);
  const heads = [...table.tHead.rows[0].cells];
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  // Series are told apart by dashes as well as by colour.
  const DASHES = [[], [7, 3], [2, 3], [10, 3, 2, 3], [4, 4], [1, 4], [12, 4]];
  const COLOURS = [
    "--desk-line", "--desk-good", "--desk-bad", "--desk-warn", "--pico-color",
    "--desk-violet", "--desk-teal", "--desk-rose", "--desk-olive",
  ];

  const cellOf = (row, column) => row.cells[column];
  const numberOf = (row, column) => {
    const text = cellOf(row, column).dataset.number;
    return text === "" ? null : Number(text);
  };

  // Upright lines where something changed: versions that went live, imports.
  const marks = (plot) => {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.strokeStyle = colour("--pico-muted-color");
    ctx.setLineDash([2, 4]);
    rows.forEach((row, place) => {
      if (row.querySelector(".changes").textContent.trim() === "") return;
      const x = plot.valToPos(place, "x", true);
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    });
    ctx.restore();
  };

  const seriesOf = (column, place) => ({
    label: heads[column].textContent,
    stroke: colour(COLOURS[place % COLOURS.length]),
    dash: DASHES[place % DASHES.length],
    width: 2,
    spanGaps: true,
    points: { show: rows.length <= 40 },
    value: (_, __, ___, index) => (index === null ? "" : cellOf(rows[index], column).textContent),
  });

  const axis = { stroke: colour("--pico-color"), grid: { stroke: colour("--pico-muted-border-color"), width: 1 } };

  const draw = (figure) => {
    const isShare = figure.dataset.chart === "share";
    const columns = heads.map((head, column) => [head, column])
      .filter(([head]) => head.dataset.kind === figure.dataset.chart).map(([, column]) => column);
    const used = columns.filter((column) => rows.some((row) => numberOf(row, column) !== null));
    if (used.length === 0) return;
    figure.hidden = false;
    const room = figure.querySelector("div");
    const width = () => Math.max(240, room.clientWidth);
    const format = new Intl.NumberFormat(document.documentElement.dataset.locale, isShare ? { style: "percent" } : {});
    const written = (value) => format.format(value);
    const plot = new uPlot({
      width: width(),
      height: 260,
      padding: [null, 48, null, null], // half of the last day's words, which stand below the edge
      scales: { x: { time: false }, y: isShare ? { range: [0, 1] } : { range: (_, __, most) => [0, Math.max(1, most)] } },
      axes: [
        { ...axis, incrs: [1, 2, 5, 10, 20], space: 90, values: (_, at) => at.map((place) => names[place] ?? "") },
        { ...axis, size: 60, values: (_, at) => at.map((value) => (isShare || Number.isInteger(value) ? written(value) : "")) },
      ],
      series: [{ label: heads[0].textContent, value: (_, place) => names[place] ?? "" }, ...used.map(seriesOf)],
      hooks: { draw: [marks] },
    }, [rows.map((_, place) => place), ...used.map((column) => rows.map((row) => numberOf(row, column)))], room);
    addEventListener("resize", () => plot.setSize({ width: width(), height: 260 }));
  };

  document.querySelectorAll("[data-chart]").forEach(draw);
})();
