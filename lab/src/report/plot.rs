//! Pictures as SVG, without a background: text and axes take the colour of the
//! text around them, data have colours that are seen on white and on black.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Plot, PlotKind};

/// Stands for the colour of the text while plotters draws.
const INK: RGBColor = RGBColor(1, 2, 3);
const INK_HEX: &str = "#010203";

const WIDTH: u32 = 860;
const ROW_HEIGHT: u32 = 22;
const LINES_HEIGHT: u32 = 400;
const TEXT: &str = "sans-serif";

const COLORS: [RGBColor; 8] = [
    RGBColor(0x2f, 0x80, 0xd0),
    RGBColor(0xd9, 0x5f, 0x30),
    RGBColor(0x2c, 0x9c, 0x69),
    RGBColor(0xb0, 0x5f, 0xc4),
    RGBColor(0xb8, 0x8a, 0x10),
    RGBColor(0xd0, 0x4f, 0x7f),
    RGBColor(0x1f, 0xa3, 0xb0),
    RGBColor(0x8a, 0x8f, 0x98),
];

type Fault = String;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The picture as an SVG element.
pub(super) fn svg(plot: &Plot) -> Result<String, Fault> {
    let height = match &plot.kind {
        PlotKind::Dots { rows, .. } => ROW_HEIGHT * rows.len() as u32 + 70,
        PlotKind::Lines { .. } => LINES_HEIGHT,
    };
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        match &plot.kind {
            PlotKind::Dots { rows, reference, logarithmic } => {
                let ends = rows.iter().flat_map(|(_, mark, line)| [*mark, line[0], line[1]]);
                let (low, high) = range(ends.chain(*reference), *logarithmic);
                if *logarithmic && is_wide(low, high) {
                    dots(&area, plot, rows, *reference, (low..high).log_scale())
                } else {
                    dots(&area, plot, rows, *reference, low..high)
                }
            }
            PlotKind::Lines { vertical, lines, logarithmic } => {
                let points = || lines.iter().flat_map(|(_, points)| points);
                let (left, right) = range(points().map(|point| point.0), false);
                let (low, high) = range(points().map(|point| point.1), *logarithmic);
                let across = left..right;
                if *logarithmic && is_wide(low, high) {
                    let up = (low..high).log_scale();
                    curves(&area, plot, vertical, lines, across, up)
                } else {
                    curves(&area, plot, vertical, lines, across, low..high)
                }
            }
        }
        .map_err(|error| error.to_string())?;
        area.present().map_err(|error| error.to_string())?;
    }
    Ok(with_page_colors(&text, &plot.title))
}

/// The ends of an axis with a little room.
fn range(values: impl Iterator<Item = f64>, logarithmic: bool) -> (f64, f64) {
    let finite = values.filter(|value| value.is_finite() && (!logarithmic || *value > 0.0));
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return (0.1, 1.0);
    }
    if logarithmic {
        let room = (high / low).powf(0.05).max(1.02);
        return (low / room, high * room);
    }
    let room = ((high - low) * 0.05).max(high.abs() * 1e-3).max(1e-9);
    (low - room, high + room)
}

/// Room for the longest of these names: plotters knows no fonts.
fn name_width<'a>(names: impl Iterator<Item = &'a String>) -> u32 {
    names.map(|name| name.chars().count()).max().unwrap_or(0) as u32 * 8 + 20
}

/// Whether a logarithmic axis has enough marks to be read.
fn is_wide(low: f64, high: f64) -> bool {
    high / low > 10.0
}

/// For axes on which only whole numbers mean something.
fn whole_number(value: &f64) -> String {
    if value.fract().abs() < 1e-6 { format!("{value:.0}") } else { String::new() }
}

fn number(value: &f64) -> String {
    match value.abs() {
        size if size >= 1e6 => format!("{:.0}M", value / 1e6),
        size if size >= 1e4 => format!("{:.0}k", value / 1e3),
        size if size >= 10.0 => format!("{value:.0}"),
        size if size >= 0.0995 || size == 0.0 => {
            format!("{value:.2}").trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        _ => format!("{value:.0e}"),
    }
}

fn label_style() -> TextStyle<'static> {
    (TEXT, 15).into_font().color(&INK)
}

fn dots<X>(
    area: &Area<'_>,
    plot: &Plot,
    rows: &[(String, f64, [f64; 2])],
    reference: Option<f64>,
    axis: X,
) -> Result<(), Box<dyn std::error::Error>>
where
    X: AsRangedCoord<Value = f64>,
    X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let count = rows.len().max(1);
    let left = name_width(rows.iter().map(|row| &row.0));
    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .x_label_area_size(48)
        .y_label_area_size(left)
        .build_cartesian_2d(axis, 0.0..count as f64)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .y_labels(0)
        .x_labels(8)
        .x_desc(plot.axis.as_str())
        .x_label_formatter(&number)
        .label_style(label_style())
        .axis_desc_style(label_style())
        .axis_style(INK.mix(0.5))
        .bold_line_style(INK.mix(0.15))
        .light_line_style(TRANSPARENT)
        .draw()?;
    let height = |row: usize| (count - row) as f64 - 0.5;
    if let Some(at) = reference {
        let line = PathElement::new([(at, 0.0), (at, count as f64)], INK.mix(0.6).stroke_width(1));
        chart.draw_series([line])?;
    }
    for (place, (_, mark, ends)) in rows.iter().enumerate() {
        if !mark.is_finite() {
            continue;
        }
        let y = height(place);
        let line = PathElement::new([(ends[0], y), (ends[1], y)], COLORS[0].stroke_width(2));
        chart.draw_series([line])?;
        chart.draw_series([Circle::new((*mark, y), 4, COLORS[1].filled())])?;
    }
    let style = label_style().pos(Pos::new(HPos::Right, VPos::Center));
    for (place, (name, ..)) in rows.iter().enumerate() {
        let (_, y) = chart.backend_coord(&(rows[place].1, height(place)));
        area.draw_text(name, &style, (left as i32, y))?;
    }
    Ok(())
}

fn curves<Y>(
    area: &Area<'_>,
    plot: &Plot,
    vertical: &str,
    lines: &[(String, Vec<(f64, f64)>)],
    across: std::ops::Range<f64>,
    up: Y,
) -> Result<(), Box<dyn std::error::Error>>
where
    Y: AsRangedCoord<Value = f64>,
    Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let (picture, legend) =
        area.split_horizontally(WIDTH - 40 - name_width(lines.iter().map(|line| &line.0)));
    let whole = lines.iter().flat_map(|(_, points)| points).all(|point| point.0.fract() == 0.0);
    let wide = across.end - across.start > 2.0;
    let mut chart = ChartBuilder::on(&picture)
        .margin(10)
        .x_label_area_size(48)
        .y_label_area_size(70)
        .build_cartesian_2d(across, up)?;
    chart
        .configure_mesh()
        .x_labels(8)
        .y_labels(8)
        .x_desc(plot.axis.as_str())
        .y_desc(vertical)
        .x_label_formatter(if whole && wide { &whole_number } else { &number })
        .y_label_formatter(&number)
        .label_style(label_style())
        .axis_desc_style(label_style())
        .axis_style(INK.mix(0.5))
        .bold_line_style(INK.mix(0.15))
        .light_line_style(TRANSPARENT)
        .draw()?;
    let style = label_style().pos(Pos::new(HPos::Left, VPos::Center));
    for (place, (name, points)) in lines.iter().enumerate() {
        let color = COLORS[place % COLORS.len()];
        chart.draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)))?;
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, color.filled())))?;
        let y = 24 + 22 * place as i32;
        legend.draw(&PathElement::new([(6, y), (28, y)], color.stroke_width(3)))?;
        legend.draw_text(name, &style, (36, y))?;
    }
    Ok(())
}

/// Lets the page decide on the colour of text and axes, and names the picture for
/// those who do not see it. On its own, the picture asks for the scheme itself.
fn with_page_colors(svg: &str, title: &str) -> String {
    let colored = svg.replace(INK_HEX, "currentColor");
    let Some(end) = colored.find('>') else { return colored };
    let head = colored[..end].replace("<svg ", "<svg class=\"lab-plot\" role=\"img\" ");
    let style = "<style>.lab-plot{color:#222}\
                 @media (prefers-color-scheme:dark){.lab-plot{color:#ddd}}</style>";
    format!("{head}>\n<title>{}</title>{style}{}", super::html::escape(title), &colored[end + 1..])
}
