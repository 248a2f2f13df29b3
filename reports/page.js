// SPDX-License-Identifier: Apache-2.0
// What a script adds to the pictures of a page: a reading of each bin, and a closer look. Without it they stand as drawn.
(function () {
  "use strict";

  const superscripts = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";
  const power = function (exponent, base) {
    const digits = String(exponent).replace("-", "\u207b").replace(/[0-9]/g, function (digit) { return superscripts[+digit]; });
    return (base || "2") + digits;
  };
  const signed = function (negative, exponent) { return (negative ? "\u2212" : "") + (exponent === 0 ? "1" : power(exponent)); };
  const grouped = d3.format(",");
  const counted = function (count) { return count < 1e15 ? grouped(count) : d3.format(".3~s")(count); };

  // The axis of an operation: AxisScale and AxisLayout of the C++ renderer (reports/axis_text.cpp), from the same numbers.
  function Axis(data) {
    const groups = Math.floor((data.highest - data.lowest) / data.binades) + 1;
    const zero = data.negative ? groups + 1 : 0;
    const infinity = zero + groups + 1;
    const edges = [0];
    for (let bin = 0; bin < data.tried.length; ++bin) {
      const special = (data.negative && bin === 0) || bin === zero || bin >= infinity;
      edges.push(edges[bin] + (special ? data.special : 1));
    }
    const groupOf = function (exponent) {
      return Math.max(0, Math.min(groups - 1, Math.floor((exponent - data.lowest) / data.binades)));
    };
    this.width = edges[edges.length - 1];
    this.left = function (bin) { return edges[bin]; };
    this.right = function (bin) { return edges[bin + 1]; };
    this.binAt = function (place) { return Math.max(0, Math.min(data.tried.length, d3.bisectRight(edges, place)) - 1); };
    this.place = function (negative, exponent) {
      const group = groupOf(exponent);
      const within = Math.max(0, Math.min(1, (exponent - data.lowest - group * data.binades) / data.binades));
      return negative ? edges[zero - group] - within : edges[zero + 1 + group] + within;
    };
    this.name = function (bin) {
      if (bin === zero) return "zero";
      if (bin === infinity) return "infinity";
      if (bin === infinity + 1) return "NaN";
      if (data.negative && bin === 0) return "\u2212infinity";
      const negative = bin < zero;
      const group = negative ? zero - 1 - bin : bin - zero - 1;
      const from = data.lowest + group * data.binades;
      const near = signed(negative, from), far = signed(negative, from + data.binades);
      if (group === 0) return "between 0 and " + far;
      if (group === groups - 1) return near + (negative ? " and below" : " and above");
      return "from " + near + " to " + far;
    };
    // As many labels as have room: zero, the ends, one, then round exponents.
    this.labels = function (scale) {
      const taken = [], labels = [], ends = scale.range();
      const offer = function (text, place, anchor) {
        const at = scale(place), size = text.length * 7.5 + 12;
        const from = anchor === "start" ? at : anchor === "end" ? at - size : at - size / 2;
        if (from < -4 || from + size > ends[1] + 4) return false;
        if (taken.some(function (other) { return from < other[1] && other[0] < from + size; })) return false;
        taken.push([from, from + size]);
        labels.push({text: text, place: place, anchor: anchor || "middle"});
        return true;
      };
      const roomy = function (bin) { return scale(edges[bin + 1]) - scale(edges[bin]) > 24; };
      const centre = function (bin) { return (edges[bin] + edges[bin + 1]) / 2; };
      if (data.tried[zero]) offer("0", data.negative ? centre(zero) : 0, data.negative ? "middle" : "start");
      const last = data.tried[infinity + 1] ? "NaN" : "", top = data.tried[infinity] ? "\u221e" : "";
      if (roomy(infinity)) {
        if (top) offer(top, centre(infinity));
        if (last) offer(last, centre(infinity + 1));
      } else if (last || top) {
        offer(top && last ? top + " " + last : top + last, last ? edges[infinity + 2] : edges[infinity + 1], "end");
      }
      if (data.negative && data.tried[0]) offer("\u2212\u221e", roomy(0) ? centre(0) : 0, roomy(0) ? "middle" : "start");
      const offerPower = function (exponent) {
        if (exponent <= data.lowest || exponent > data.highest) return;
        // Both signs or none, unless one of them is out of sight.
        const places = (data.negative ? [false, true] : [false]).map(function (negative) {
          return {negative: negative, place: this.place(negative, exponent)};
        }, this).filter(function (one) { return scale(one.place) >= 0 && scale(one.place) <= ends[1]; });
        const before = labels.length;
        const all = places.every(function (one) { return offer(signed(one.negative, exponent), one.place); });
        if (!all) labels.length = taken.length = before;
      }.bind(this);
      offerPower(0);
      for (let step = 512; step >= 1; step /= 2) {
        for (let exponent = step; exponent <= Math.max(data.highest, -data.lowest); exponent += step) {
          offerPower(exponent);
          offerPower(-exponent);
        }
      }
      return labels;
    };
  }

  function reading(data, axis, bin) {
    const failed = data.failed.length ? data.failed[bin] : 0;
    let text = axis.name(bin) + ": " + counted(data.tried[bin]) + " tried, " + (failed ? counted(failed) + " wrong" : "none wrong");
    const error = data.error[bin];
    if (error === "inf") text += "; an infinity or a NaN came where a number was due";
    else if (error !== "") text += "; largest error " + error + " ulp";
    return text;
  }

  function enhance(figure, data) {
    const axis = new Axis(data);
    const root = d3.select(figure).classed("live", true);
    const marks = root.selectAll("svg.marks");
    const labels = root.select("svg.axis");
    const plots = root.select(".plots");
    marks.selectAll("title").remove();  // the reading says more than a browser's own tooltip
    const cursor = marks.append("rect").attr("class", "cursor").attr("y", 0).attr("height", "100%").attr("width", 0);
    const controls = root.append("div").attr("class", "controls");
    const closer = controls.append("button").attr("type", "button").text("Look closer");
    const whole = controls.append("button").attr("type", "button").text("Show all").property("disabled", true);
    const readout = controls.append("p").attr("class", "readout").attr("role", "status");

    let transform = d3.zoomIdentity, chosen = null;
    const width = function () { return labels.node().getBoundingClientRect().width; };
    const scale = function () { return transform.rescaleX(d3.scaleLinear().domain([0, axis.width]).range([0, width()])); };

    const draw = function () {
      if (width() === 0) return;  // folded away
      const now = scale(), domain = now.domain();
      marks.each(function () {
        const height = this.getAttribute("viewBox").split(" ")[3];
        this.setAttribute("viewBox", [domain[0], 0, domain[1] - domain[0], height].join(" "));
      });
      const shown = axis.labels(now);
      labels.selectAll("*").remove();
      const group = labels.append("g").call(d3.axisBottom(now).tickValues(shown.map(function (label) { return label.place; }))
        .tickFormat(function (place, i) { return shown[i].text; }).tickSize(5).tickPadding(4));
      group.attr("font-size", null).attr("font-family", null);
      group.selectAll(".tick text").attr("text-anchor", function (place, i) { return shown[i].anchor; });
      whole.property("disabled", transform.k === 1);
    };

    const choose = function (bin) {
      chosen = bin;
      cursor.attr("x", bin === null ? 0 : axis.left(bin)).attr("width", bin === null ? 0 : axis.right(bin) - axis.left(bin));
      readout.text(bin === null ? "" : reading(data, axis, bin));
    };

    const zoom = d3.zoom().scaleExtent([1, 24])
      // The wheel scrolls the page unless Ctrl is held, as on a map within a page.
      .filter(function () { return !d3.event.button && (d3.event.type !== "wheel" || d3.event.ctrlKey); })
      .on("zoom", function () { transform = d3.event.transform; draw(); });
    const fit = function () {
      zoom.extent([[0, 0], [width(), 1]]).translateExtent([[0, 0], [width(), 1]]);
      draw();
    };
    plots.call(zoom).style("touch-action", "pan-y").on("dblclick.zoom", null)
      .attr("tabindex", 0).attr("role", "group").attr("aria-label", "Picture; the arrow keys read it bin by bin")
      .on("mousemove", function () { choose(axis.binAt(scale().invert(d3.mouse(labels.node())[0]))); })
      .on("mouseleave", function () { choose(null); })
      .on("keydown", function () {
        const step = {ArrowLeft: -1, ArrowRight: 1}[d3.event.key];
        if (step === undefined) return;
        d3.event.preventDefault();
        let bin = chosen === null ? (step > 0 ? -1 : data.tried.length) : chosen;
        do bin += step; while (bin >= 0 && bin < data.tried.length && data.tried[bin] === 0);
        if (bin >= 0 && bin < data.tried.length) choose(bin);
      });
    closer.on("click", function () {
      const middle = chosen === null ? width() / 2 : scale()((axis.left(chosen) + axis.right(chosen)) / 2);
      zoom.scaleBy(plots, 2, [middle, 0]);
    });
    whole.on("click", function () { plots.call(zoom.transform, d3.zoomIdentity); });
    new ResizeObserver(fit).observe(labels.node());
    fit();
  }

  d3.select(".legend").append("li").attr("class", "hint")
    .text("Point at a picture, or focus it and use the arrow keys, to read it; drag or pinch to look closer.");
  const pictures = JSON.parse(document.getElementById("along-data").textContent);
  d3.selectAll("figure.picture:not(.growth)").each(function (unused, i) { enhance(this, pictures[i]); });
})();
